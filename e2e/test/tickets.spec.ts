import { expect, test } from '@playwright/test';
import { platformClient, runningPlatform, until } from '../platform.ts';

const platform = runningPlatform();
const client = platformClient(platform);

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
].join(' ');

test('a customer can open a ticket, get its number by mail, find it by email and reply, and scripts in it stay text', async ({
  page,
}) => {
  const email = `customer-${Date.now()}@example.com`;
  const dialogs: string[] = [];
  const reports: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) reports.push(message.text());
  });

  await page.goto(`${platform.publicUrl}/support?tab=contact`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann <b>Smith</b>');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(`No Ping ${HOSTILE}`);
  await page.getByRole('textbox', { name: 'Message' }).fill(HOSTILE);
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();

  const [mail] = await until('the ticket is confirmed by mail', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const [link = ''] = /\/ticket\/\S+/.exec(mail?.textBody ?? '') ?? [];
  expect(mail?.htmlBody).not.toContain('<script>alert');

  await page.goto(platform.publicUrl + link);
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody-else@example.com');
  await page.getByRole('button', { name: 'View ticket' }).click();
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'View ticket' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('No Ping <script>alert(1)</script>');

  await page.getByRole('textbox', { name: 'Your reply' }).fill(`And again: ${HOSTILE}`);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText(
    'And again: <script>alert(1)</script>',
  );
  expect(dialogs).toEqual([]);
  expect(reports).toEqual([]);
});
