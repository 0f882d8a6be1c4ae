import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  chooseConfiguration,
  listConfigurations,
  saveConfiguration,
  type WebhookSettings,
} from '../src/configurations/configuration.ts';

const CRM: WebhookSettings = {
  id: 'crm',
  name: 'CRM',
  url: 'https://hooks.example.com/leads',
  preset: 'custom',
  mapping: {},
};

describe('a webhook', () => {
  let stored: object;
  beforeEach(() => {
    stored = {};
    const local = {
      get: (_keys: string[], done: (items: object) => void) => done(stored),
      set: (items: object, done: () => void) => {
        stored = { ...stored, ...items };
        done();
      },
    };
    Object.assign(globalThis, { chrome: { storage: { local }, runtime: {} } });
  });

  it('that was unticked in the popup while its form was open stays so when the form is saved', async () => {
    await saveConfiguration(CRM);
    expect(await listConfigurations()).toEqual([{ ...CRM, chosen: true }]);
    await chooseConfiguration('crm', false);
    await saveConfiguration({ ...CRM, name: 'Sales CRM' });
    expect(await listConfigurations()).toEqual([{ ...CRM, name: 'Sales CRM', chosen: false }]);
  });

  it('that was renamed while the popup was open keeps its name when it is unticked there', async () => {
    await saveConfiguration(CRM);
    await saveConfiguration({ ...CRM, name: 'Sales CRM' });
    await chooseConfiguration('crm', false);
    expect(await listConfigurations()).toEqual([{ ...CRM, name: 'Sales CRM', chosen: false }]);
  });
});
