import type { Form } from '@leadping/web-kit/ui/form';

export type Values = Record<string, unknown>;
export type FormInstance<V> = ReturnType<typeof Form.useForm<V>>[0];
