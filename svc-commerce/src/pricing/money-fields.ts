import type { Money } from '@leadping/contracts/money';
import { Schema } from 'mongoose';

export const moneyFields = {
  type: new Schema<Money>(
    { amountMinor: { type: Number, required: true }, currency: { type: String, required: true } },
    { _id: false },
  ),
  required: true,
};
