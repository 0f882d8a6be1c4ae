import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Demand } from '../src/guards/demand.ts';

describe('the calls that come', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('are a surge at three times the usual, from thirty seconds after the start on, until it is usual', () => {
    const demand = new Demand(() => true);
    /** @returns of so many seconds at this rate, the share that was a surge. */
    const surged = (perSecond: number, seconds: number) => {
      let surges = 0;
      for (let call = 0; call < perSecond * seconds; call += 1) {
        now += 1000 / perSecond;
        if (demand.record()) surges += 1;
      }
      return surges / (perSecond * seconds);
    };
    expect(surged(500, 5)).toBe(0);
    expect(surged(50, 600)).toBe(0);
    expect(surged(120, 60)).toBe(0);
    expect(surged(400, 1)).toBeGreaterThan(0.2);
    expect(surged(400, 120)).toBe(1);
    expect(surged(60, 2)).toBeLessThan(0.5);
    expect(surged(60, 60)).toBe(0);
    // An hour of it is no surge any more.
    expect(surged(400, 3600)).toBeLessThan(0.5);
    expect(surged(400, 60)).toBe(0);
  });

  it('are no surge while they are so few that a process has time, however few are usual', () => {
    const quiet = new Demand(() => true);
    for (let call = 0; call < 100; call += 1) {
      now += 1000;
      quiet.record();
    }
    for (let call = 0; call < 200; call += 1) {
      now += 20;
      expect(quiet.record()).toBe(false);
    }
  });

  /** Calls at each of these gateways, which report to each other four times a second. @returns whether any was a surge. */
  const come = (seconds: number, ...gateways: [Demand, perSecond: number][]) => {
    let isSurge = false;
    for (let tick = 0; tick < seconds * 100; tick += 1) {
      now += 10;
      for (const [demand, perSecond] of gateways)
        for (let call = 0; call < perSecond / 100; call += 1) isSurge = demand.record() || isSurge;
      if (tick % 25 > 0) continue;
      for (const [one] of gateways)
        for (const [other] of gateways) if (one !== other) other.receive(nameOf(one), one.report());
    }
    return isSurge;
  };
  const names = new Map<Demand, string>();
  const nameOf = (demand: Demand) => {
    const name = names.get(demand) ?? `gateway-${names.size}`;
    names.set(demand, name);
    return name;
  };

  it('are those of all gateways: one that gets what came to another has no surge, and a flood at both is one', () => {
    const [busy, idle] = [new Demand(() => true), new Demand(() => true)];
    expect(come(60, [busy, 300], [idle, 0])).toBe(false);
    // The busy one ends, and one that has just started takes a part of its calls.
    expect(come(30, [idle, 300])).toBe(false);
    const restarted = new Demand(() => true);
    expect(come(5, [restarted, 200], [idle, 100])).toBe(false);
    expect(come(2, [restarted, 800], [idle, 700])).toBe(true);
  });

  it('at a gateway without NATS teach it nothing: it knows no others', () => {
    let isConnected = true;
    const demand = new Demand(() => isConnected);
    const other = new Demand(() => true);
    come(60, [demand, 300], [other, 300]);
    isConnected = false;
    come(1000, [demand, 300]);
    expect(demand.report().usual).toBeCloseTo(600, -1);
    expect(come(2, [demand, 1500])).toBe(false);
    expect(come(2, [demand, 2000])).toBe(true);
  });
});
