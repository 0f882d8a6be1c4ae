import { useSearchParams } from '@leadping/web-kit/router';
import { VerifyEmail } from '../features/account/verify-email.tsx';

export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  return <VerifyEmail token={search.get('token') ?? ''} />;
}
