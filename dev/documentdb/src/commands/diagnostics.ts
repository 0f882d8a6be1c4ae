import { ObjectId, Timestamp } from 'bson';
import { okReply } from '../wire/raw-document.ts';
import { maxMessageLength } from '../wire/message.ts';
import type { Call, Command } from './call.ts';

/** The MongoDB release whose commands and replies clients may expect. */
const version = '7.0.0';
const replicaSet = 'rs0';
const electionId = new ObjectId('7fffffff0000000000000001');

/**
 * Reported as a replica set's primary, because drivers need one for transactions and retryable writes. Without
 * topologyVersion, because it would promise a stream.
 */
export const hello: Command = ({ services: { address }, connectionId }) => {
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1000);
  return okReply({
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    secondary: false,
    setName: replicaSet,
    setVersion: 1,
    hosts: [address],
    primary: address,
    me: address,
    electionId,
    lastWrite: { opTime: { ts: new Timestamp({ t: seconds, i: 1 }), t: 1 }, lastWriteDate: now },
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: maxMessageLength,
    maxWriteBatchSize: 25_000,
    localTime: now,
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  });
};

export const ping: Command = () => okReply();

export const buildInfo: Command = () =>
  okReply({
    version,
    versionArray: [...version.split('.').map(Number), 0],
    bits: 64,
    maxBsonObjectSize: 16_777_216,
    modules: [],
    storageEngines: ['documentdb'],
  });

export const serverStatus: Command = ({ services }) =>
  okReply({
    version,
    process: 'documentdb-gateway',
    pid: process.pid,
    uptime: process.uptime(),
    localTime: new Date(),
    storageEngine: { name: 'documentdb' },
    opcounters: services.operations.counts,
    cursors: { open: services.cursors.openCount },
    transactions: { currentOpen: services.transactions.openCount },
    extra_info: { cpuMicroseconds: process.cpuUsage(), residentBytes: process.memoryUsage.rss() },
  });

export const getParameter: Command = () =>
  okReply({ featureCompatibilityVersion: { version: version.replace(/\.\d+$/, '') } });

export const connectionStatus: Command = () =>
  okReply({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } });

export const replSetGetStatus: Command = ({ services: { address } }) =>
  okReply({
    set: replicaSet,
    myState: 1,
    members: [{ _id: 0, name: address, health: 1, state: 1, stateStr: 'PRIMARY' }],
  });

export const endSessions: Command = async ({ name, body, services }: Call) => {
  const sessions = body.document(name);
  for (const field of sessions?.fieldNames ?? []) {
    const id = sessions?.document(field)?.binary('id')?.toString('hex');
    if (!id) continue;
    await services.transactions.endSession(id);
    services.retryableWrites.endSession(id);
  }
  return okReply();
};

export const killAllSessions: Command = async ({ services }) => {
  await services.transactions.endAll();
  return okReply();
};
