import { afterEach, describe, expect, it } from '@jest/globals';
import { createThemeStore } from '../src/theme/theme-store.ts';

const onPage = () => document.documentElement.dataset.theme;

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

describe('the theme', () => {
  it('follows the system until the visitor chooses', () => {
    const theme = createThemeStore();
    expect(theme.getState()).toEqual({ choice: 'system', mode: 'light' });
    expect(onPage()).toBeUndefined();
  });

  it("keeps the visitor's choice for the next visit", () => {
    createThemeStore().choose('dark');
    expect(onPage()).toBe('dark');
    delete document.documentElement.dataset.theme;
    expect(createThemeStore().getState()).toEqual({ choice: 'dark', mode: 'dark' });
    expect(onPage()).toBe('dark');
  });

  it("returns to the system's theme and removes the choice", () => {
    const theme = createThemeStore();
    theme.choose('dark');
    theme.choose('system');
    expect(onPage()).toBeUndefined();
    expect(createThemeStore().getState().choice).toBe('system');
  });
});
