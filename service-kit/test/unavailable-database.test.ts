import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { isDatabaseDown } from '../src/data/database.ts';

const failed = (code: number) => new mongoose.mongo.MongoServerError({ code, errmsg: 'failed' });

describe('a database that is there and takes no write', () => {
  it.each([
    ['has no room left', 14031],
    ['is not the primary any more', 10107],
    ['is closing', 91],
  ])('counts as unavailable when it %s, so that a buyer is asked to come back', (_how, code) => {
    expect(isDatabaseDown(failed(code))).toBe(true);
  });

  it('does not hide an error of the request itself', () => {
    expect(isDatabaseDown(failed(11000))).toBe(false);
    expect(isDatabaseDown(failed(2))).toBe(false);
  });
});
