import { CONSUMED, SUBSCRIBED, REQUESTED } from '@leadping/contracts/message-flow';
import { SERVICES, shortNameOf, type ServiceName } from '@leadping/contracts/services';
import { durableName, streamOf } from '@leadping/service-kit/messaging/streams';
import { STREAMS_USER } from '@leadping/service-kit/streams/keep-streams';

/** All NATS users except its own `system`. */
export const NATS_USERS = [...SERVICES, STREAMS_USER, 'operator'] as const;
export type NatsUser = (typeof NATS_USERS)[number];

export interface Rights {
  publish: string[];
  subscribe: string[];
  /** Whether the user may reply to received requests. */
  replies?: boolean;
}

const unique = (subjects: string[]) => [...new Set(subjects)].sort();

/** The subjects that a user may publish and subscribe to. Everything else is denied. */
export function rightsOf(user: NatsUser): Rights {
  if (user === 'operator') return operatorRights();
  if (user === STREAMS_USER) return streamsRights();
  return serviceRights(user);
}

/** A service may read its streams and consumers but must not change any. */
function serviceRights(service: ServiceName): Rights {
  const name = shortNameOf(service);
  const own = streamOf(service);
  const consumers = CONSUMED[service].map((event) => ({
    stream: streamOf(event.producer),
    durable: durableName(service, event),
  }));
  const broadcasts = SERVICES.flatMap((listener) => SUBSCRIBED[listener]);
  const responds = SERVICES.some((asker) => REQUESTED[asker].some(({ responder }) => responder === service));
  return {
    publish: [
      `${name}.>`,
      ...unique(
        broadcasts.filter(({ producer }) => producer === service).map(({ subject }) => `now.${subject}`),
      ),
      ...unique(REQUESTED[service].map(({ subject }) => subject)),
      ...unique([own, ...consumers.map(({ stream }) => stream)]).map(
        (stream) => `$JS.API.STREAM.INFO.${stream}`,
      ),
      `$JS.API.CONSUMER.LIST.${own}`,
      ...unique(consumers.map(({ stream, durable }) => `${stream}.${durable}`)).flatMap((consumer) => [
        `$JS.API.CONSUMER.INFO.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
        `$JS.ACK.${consumer}.>`,
      ]),
    ],
    subscribe: [
      `_INBOX.${service}.>`,
      ...(responds ? [`rpc.${name}.>`] : []),
      ...SUBSCRIBED[service].map(({ subject }) => `now.${subject}`),
    ],
    replies: responds,
  };
}

function streamsRights(): Rights {
  const actions = ['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.PURGE', 'CONSUMER.LIST'];
  return {
    publish: SERVICES.map(streamOf).flatMap((stream) => [
      ...actions.map((action) => `$JS.API.${action}.${stream}`),
      `$JS.API.CONSUMER.INFO.${stream}.*`,
      `$JS.API.CONSUMER.CREATE.${stream}.>`,
    ]),
    subscribe: [`_INBOX.${STREAMS_USER}.>`],
  };
}

function operatorRights(): Rights {
  const actions = [
    'INFO',
    'STREAM.NAMES',
    'STREAM.LIST',
    'STREAM.INFO.*',
    'STREAM.DELETE.*',
    'STREAM.LEADER.STEPDOWN.*',
    'STREAM.PEER.REMOVE.*',
    'CONSUMER.NAMES.*',
    'CONSUMER.LIST.*',
    'CONSUMER.INFO.*.*',
    'CONSUMER.LEADER.STEPDOWN.*.*',
  ];
  return { publish: actions.map((action) => `$JS.API.${action}`), subscribe: ['_INBOX.operator.>'] };
}

/** For example `COMMERCE_NATS_PASSWORD`. */
export const passwordVariable = (user: string) => `${user.replace('svc-', '').toUpperCase()}_NATS_PASSWORD`;

export function natsConf(): string {
  return `# Written by \`npm run openapi\` from contracts/src/message-flow.ts and dev/stack/src/nats-conf.ts.
#
# The NATS users and their permissions. Each process has its own user. It publishes its own events, replies to requests for itself and
# sends the requests that it needs. No process can publish for another. Passwords come from the environment.
# A process pulls and acknowledges its own durable consumers, each by its name: \`<process>-<subject with dashes>\`. It cannot change
# streams or consumers, because that right would let it copy or forge the events of others (nats-server 4225, 8274).
# \`${STREAMS_USER}\` declares them (service-kit/src/streams). A new consumer needs its lines here, rolled out before the process that has it.
# Two more are people's (docs/operating/runbook): \`operator\` looks after streams and reads or publishes no event, \`system\` looks
# after the servers.
# A stack with NATS_PREFIX has other subjects and cannot use this file.

# A process that has become silent is asked twice and then cut off: as long as it is not, requests still go to it.
ping_interval: "5s"
ping_max: 2

authorization {
  users: [
${NATS_USERS.map(userBlock).join('\n')}
  ]
}

# Named \`$SYS\`, the account that servers have anyway: with another one beside it the streams of the users above would have to move.
accounts {
  $SYS {
    users: [
${block('system', {
  publish: [
    '$SYS.REQ.SERVER.PING',
    '$SYS.REQ.SERVER.PING.>',
    '$JS.API.META.LEADER.STEPDOWN',
    '$JS.API.SERVER.REMOVE',
  ],
  subscribe: ['_INBOX.>'],
})}
    ]
  }
}
`;
}

const userBlock = (user: NatsUser) => block(user, rightsOf(user));

function block(user: string, { publish, subscribe, replies = false }: Rights): string {
  const list = (subjects: string[]) => subjects.map((subject) => `            "${subject}"`).join('\n');
  return `    {
      user: "${user}"
      password: $${passwordVariable(user)}
      permissions: {
        publish: {
          allow: [
${list(publish)}
          ]
        }
        subscribe: {
          allow: [
${list(subscribe)}
          ]
        }${replies ? '\n        # A reply to a request that came in, and to nothing else.\n        allow_responses: true' : ''}
      }
    }`;
}
