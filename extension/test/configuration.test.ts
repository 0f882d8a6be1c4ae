import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  chooseConfiguration,
  listConfigurations,
  saveConfiguration,
  type WebhookSettings,
} from '../src/configurations/configuration.ts';
import { fakeStorage } from './fake-storage.ts';

const CRM: WebhookSettings = {
  id: 'crm',
  name: 'CRM',
  url: 'https://hooks.example.com/leads',
  preset: 'custom',
  mapping: {},
};

describe('a webhook', () => {
  beforeEach(() => void fakeStorage());

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
