import { defineRoute } from '@leadping/contracts/route';
import { z } from 'zod';

export const rename = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/things/:id',
  summary: 'Renames a thing',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ name: z.string().min(1) }),
  replies: { 200: z.object({ id: z.string(), name: z.string() }) },
  errors: [],
});

export const broken = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/broken',
  summary: 'Fails',
  access: 'anyone',
  replies: { 200: z.object({}) },
  errors: [],
});
