import { beforeEach, describe, expect, it } from '@jest/globals';
import { Errors, type Models } from 'postmark';
import { until, useSandbox } from './kit.ts';

const message = (overrides: Partial<Models.Message> = {}): Models.Message =>
  new Object({
    From: 'Shop <shop@example.com>',
    To: 'jane@example.com',
    Subject: 'Your key',
    TextBody: 'ABCD',
    ...overrides,
  }) as Models.Message;

const search = (overrides: Record<string, unknown>) =>
  ({ count: 50, offset: 0, ...overrides }) as Models.OutboundMessagesFilteringParameters;

describe('mails', () => {
  const kit = useSandbox();
  beforeEach(async () => {
    await kit.call('DELETE', '/sandbox');
  });

  it('are accepted and stored in the mailbox', async () => {
    const sent = await kit.postmark().sendEmail(
      message({
        To: '"Doe, Jane" <Jane@Example.com>, joe@example.com',
        Cc: 'cc@example.com',
        Bcc: 'bcc@example.com',
        ReplyTo: 'help@example.com',
        HtmlBody: '<b>ABCD</b>',
        Tag: 'license',
        Metadata: { effect: 'e1' },
        Headers: [{ Name: 'X-Order', Value: '7' }],
        Attachments: [
          {
            Name: 'a.txt',
            Content: Buffer.from('hello').toString('base64'),
            ContentType: 'text/plain',
            ContentID: null,
          },
        ],
      }),
    );
    expect(sent).toMatchObject({ ErrorCode: 0, Message: 'OK' });

    for (const to of ['jane@example.com', 'JOE@example.com', 'cc@example.com', 'bcc@example.com']) {
      const { body } = await kit.call('GET', `/mailbox?to=${encodeURIComponent(to)}`);
      expect(body).toEqual([
        {
          id: sent.MessageID,
          from: 'Shop <shop@example.com>',
          to: ['Jane@Example.com', 'joe@example.com'],
          cc: ['cc@example.com'],
          bcc: ['bcc@example.com'],
          replyTo: 'help@example.com',
          subject: 'Your key',
          textBody: 'ABCD',
          htmlBody: '<b>ABCD</b>',
          tag: 'license',
          headers: [{ name: 'X-Order', value: '7' }],
          metadata: { effect: 'e1' },
          attachments: [{ name: 'a.txt', contentType: 'text/plain', size: 5 }],
          messageStream: 'outbound',
          receivedAt: sent.SubmittedAt,
        },
      ]);
    }
    expect((await kit.call('GET', '/mailbox?to=nobody@example.com')).body).toEqual([]);
    expect((await kit.call('GET', `/mailbox/${sent.MessageID}`)).body).toMatchObject({ subject: 'Your key' });
    expect((await kit.call('GET', '/mailbox/none')).status).toBe(404);
  });

  it('of a batch get individual results', async () => {
    const answers = await kit
      .postmark()
      .sendEmailBatch([message(), message({ To: 'nobody' }), message({ To: 'joe@example.com' })]);
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300, 0]);
    expect((await kit.call('GET', '/mailbox')).body as unknown[]).toHaveLength(2);
  });

  it('to a local part beyond ASCII are refused in the words of Postmark', async () => {
    const sending = kit.postmark().sendEmail(message({ To: 'rafał@example.com' }));
    await expect(sending).rejects.toMatchObject({
      code: 300,
      statusCode: 422,
      message: "Error parsing 'To': Illegal email mailbox 'rafał' in address 'rafał@example.com'.",
    });
  });

  it('are found by their metadata', async () => {
    const client = kit.postmark();
    const sent = await client.sendEmail(message({ Metadata: { effect: 'order-7:mail' }, Tag: 'license' }));
    await client.sendEmail(message({ Metadata: { effect: 'order-8:mail' } }));

    const found = await client.getOutboundMessages(search({ metadata_effect: 'order-7:mail' }));
    expect(found.TotalCount).toBe(1);
    expect(found.Messages[0]).toMatchObject({
      MessageID: sent.MessageID,
      Status: 'Sent',
      To: [{ Email: 'jane@example.com', Name: '' }],
      Recipients: ['jane@example.com'],
      Metadata: { effect: 'order-7:mail' },
    });
    const none = await client.getOutboundMessages(search({ metadata_effect: 'order-9:mail' }));
    expect(none).toEqual({ TotalCount: 0, Messages: [] });
    const details = await client.getOutboundMessageDetails(sent.MessageID);
    expect(details).toMatchObject({ TextBody: 'ABCD', MessageEvents: [{ Type: 'Delivered' }] });
  });

  it.each([
    [{ recipient: 'JANE@example.com' }, 1],
    [{ tag: 'license' }, 1],
    [{ tag: 'ticket' }, 0],
    [{ subject: 'key' }, 1],
    [{ fromEmail: 'shop@example.com' }, 1],
    [{ offset: 1 }, 0],
  ])('are found by %j', async (wanted, count) => {
    const client = kit.postmark();
    await client.sendEmail(message({ Tag: 'license' }));
    expect((await client.getOutboundMessages(search(wanted))).Messages).toHaveLength(count);
  });

  it('are found only after the lag', async () => {
    const client = kit.postmark();
    const sendWithLag = async (effect: string, searchLagMs: number) => {
      await kit.call('PUT', '/sandbox/mail/rules', { searchLagMs });
      await client.sendEmail(message({ Metadata: { effect } }));
    };
    const find = (effect: string) => client.getOutboundMessages(search({ metadata_effect: effect }));
    await sendWithLag('tomorrow', 86_400_000);
    await sendWithLag('soon', 50);

    await until(
      () => find('soon'),
      ({ Messages }) => Messages.length === 1,
    );
    expect((await find('tomorrow')).Messages).toEqual([]);
    expect((await kit.call('GET', '/mailbox')).body).toHaveLength(2);
  });

  it('of another server token are not found', async () => {
    const sent = await kit.postmark('one').sendEmail(message());
    expect((await kit.postmark('two').getOutboundMessages(search({}))).Messages).toEqual([]);
    await expect(kit.postmark('two').getOutboundMessageDetails(sent.MessageID)).rejects.toMatchObject({
      code: 701,
    });
  });

  it.each(['', 'invalid-token'])('need a server token instead of "%s"', async (token) => {
    const answer = await fetch(`${kit.url}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'x-postmark-server-token': token }) },
      body: JSON.stringify(message()),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      ErrorCode: 10,
      Message: 'Request does not contain a valid Server token.',
    });
    if (token)
      await expect(kit.postmark(token).sendEmail(message())).rejects.toThrow(Errors.InvalidAPIKeyError);
  });

  it("to an inactive recipient are rejected in the library's format", async () => {
    await kit.call('PUT', '/sandbox/mail/rules', { inactive: ['Gone@example.com'] });
    const refusal = await kit
      .postmark()
      .sendEmail(message({ To: 'gone@example.com' }))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Errors.InactiveRecipientsError);
    expect(refusal).toMatchObject({ code: 406, statusCode: 422, recipients: ['gone@example.com'] });
    expect((await kit.call('GET', '/mailbox')).body).toEqual([]);
    expect(
      (await kit.postmark().sendEmail(message({ To: 'gone@example.com, jane@example.com' }))).ErrorCode,
    ).toBe(0);
  });

  it.each([
    [{ To: '' }, 300],
    [{ To: 'nobody' }, 300],
    [{ From: 'nobody' }, 300],
    [{ TextBody: '' }, 300],
    [{ To: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`).join(',') }, 300],
    [{ Subject: 'two\r\nBcc: evil@example.com' }, 300],
    [{ Headers: [{ Name: 'X-A', Value: 'b\r\nBcc: evil@example.com' }] }, 300],
    [{ Metadata: { effect: 'x'.repeat(81) } }, 300],
    [{ Metadata: { ['x'.repeat(21)]: 'a' } }, 300],
    [{ Metadata: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 'v'])) }, 300],
    [{ To: 7 as unknown as string }, 403],
  ])('with %j are rejected', async (overrides, code) => {
    await expect(kit.postmark().sendEmail(message(overrides))).rejects.toMatchObject({
      code,
      statusCode: 422,
    });
  });

  it('are rejected if a batch has too many', async () => {
    const batch = Array.from({ length: 501 }, () => message());
    await expect(kit.postmark().sendEmailBatch(batch)).rejects.toMatchObject({ code: 410 });
    await expect(kit.postmark().sendEmailBatch({} as Models.Message[])).rejects.toMatchObject({ code: 403 });
  });

  it.each([
    [500, Errors.InternalServerError],
    [503, Errors.ServiceUnavailablerError],
    [429, Errors.RateLimitExceededError],
  ])('fail with %d the configured number of times', async (status, type) => {
    await kit.call('PUT', '/sandbox/mail/faults', { status, times: 2 });
    await expect(kit.postmark().sendEmail(message())).rejects.toThrow(type);
    await expect(kit.postmark().sendEmail(message())).rejects.toThrow(type);
    expect((await kit.postmark().sendEmail(message())).ErrorCode).toBe(0);
    expect((await kit.call('GET', '/mailbox')).body as unknown[]).toHaveLength(1);
  });

  it.each([
    ['lost-reply', 1, 20],
    ['reset', 0, 20],
    ['hang', 0, 0.3],
  ])('whose reply never arrives (%s) were stored %d times', async (kind, kept, seconds) => {
    await kit.call('PUT', '/sandbox/mail/faults', { kind, times: 1 });
    await expect(kit.postmark('server-token', seconds).sendEmail(message())).rejects.toThrow(
      Errors.PostmarkError,
    );
    expect((await kit.call('GET', '/mailbox')).body as unknown[]).toHaveLength(kept);
  });
});
