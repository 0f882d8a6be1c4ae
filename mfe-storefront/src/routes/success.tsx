import { PaymentPage } from '../features/success/payment-page.tsx';

export default function SuccessPage() {
  return <PaymentPage type="main" />;
}
