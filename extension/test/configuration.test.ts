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

  it('stays unticked if its open form is saved after the popup unticked it', async () => {
    await saveConfiguration(CRM);
    expect(await listConfigurations()).toEqual([{ ...CRM, chosen: true }]);
    await chooseConfiguration('crm', false);
    await saveConfiguration({ ...CRM, name: 'Sales CRM' });
    expect(await listConfigurations()).toEqual([{ ...CRM, name: 'Sales CRM', chosen: false }]);
  });

  it('keeps its new name if the popup unticks it after the rename', async () => {
    await saveConfiguration(CRM);
    await saveConfiguration({ ...CRM, name: 'Sales CRM' });
    await chooseConfiguration('crm', false);
    expect(await listConfigurations()).toEqual([{ ...CRM, name: 'Sales CRM', chosen: false }]);
  });
});
