import { createServer } from 'node:net';
import { FrameReader } from '@leadping/documentdb/wire/frame-reader';
import { readMessage, writeAnswer } from '@leadping/documentdb/wire/message';
import { okReply, RawDocument } from '@leadping/documentdb/wire/raw-document';

/** A fake mongod with just enough protocol to be started as a replica set with one member and to identify itself. */
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
const address = `127.0.0.1:${port}`;

const hello = {
  helloOk: true,
  isWritablePrimary: true,
  setName: 'rs0',
  hosts: [address],
  me: address,
  primary: address,
  maxWireVersion: 21,
  minWireVersion: 0,
};

const server = createServer((socket) => {
  const frames = new FrameReader();
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    for (const frame of frames.push(chunk)) {
      const message = readMessage(frame);
      const command = new RawDocument(message.command).firstField;
      const reply = okReply(/^(hello|ismaster)$/i.test(command) ? hello : { standIn: process.argv.slice(2) });
      socket.write(writeAnswer(message.answerAs, message.requestId, reply));
    }
  });
});
server.listen(port, '127.0.0.1', () => {
  console.log('Waiting for connections');
  console.log('transition to primary complete; database writes are now permitted');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
