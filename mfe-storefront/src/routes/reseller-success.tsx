import { PaymentPage } from '../features/success/payment-page.tsx';

export default function ResellerSuccessPage() {
  return <PaymentPage type="reseller" />;
}
