import { CommandError } from '../errors/command-error.ts';
import { RawDocument, okReply } from '../wire/raw-document.ts';
import { runForReply, runStatement, type Command } from './call.ts';
import { readIndexReply } from './indexes.ts';
import { refuseUnsupportedCollection } from './unsupported.ts';

export const create: Command = (call) => {
  if (call.transaction) {
    throw new CommandError(263, 'A collection cannot be created in a multi-document transaction here');
  }
  refuseUnsupportedCollection(call);
  return runForReply(call, 'create', [call.database, call.body.bytes]);
};

export const collMod: Command = async (call) =>
  readIndexReply(await runForReply(call, 'collMod', [call.database, call.collection, call.body.bytes]));

export const drop: Command = async (call) => {
  call.services.collections.forgetAll();
  const row = await runStatement(call, 'drop', [call.database, call.collection]);
  return row?.dropped ? okReply({ nIndexesWas: 1, ns: `${call.database}.${call.collection}` }) : okReply();
};

export const dropDatabase: Command = async (call) => {
  call.services.collections.forgetAll();
  await runStatement(call, 'dropDatabase', [call.database]);
  return okReply({ dropped: call.database });
};

export const renameCollection: Command = (call) => {
  call.services.collections.forgetAll();
  return runForReply(call, 'renameCollection', [call.body.bytes]);
};

export const listDatabases: Command = (call) => runForReply(call, 'listDatabases', [call.body.bytes]);

export const collStats: Command = (call) =>
  runForReply(call, 'collStats', [call.database, call.collection, call.body.number('scale') ?? 1]);

export const dbStats: Command = (call) =>
  runForReply(call, 'dbStats', [call.database, call.body.number('scale') ?? 1]);

export const validate: Command = (call) => runForReply(call, 'validate', [call.database, call.body.bytes]);

export const currentOp: Command = async (call) =>
  new RawDocument(await runForReply(call, 'currentOp', [call.body.bytes])).bytes;
