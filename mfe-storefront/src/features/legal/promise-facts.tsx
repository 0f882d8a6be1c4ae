import { NO_GUARANTEE } from '@leadping/contracts/commerce/seller-promises';
import reading from '../page/reading.module.css';
import { LEGAL_NOTICE } from '../../copy/legal-notice.ts';
import { usePromises } from '../page/use-promises.ts';

/** The guarantee and the reply time of a reseller. */
export function PromiseFacts() {
  const { promises, ifResellers } = usePromises();
  if (!promises) return null;
  return (
    <ul className={reading.list}>
      <li>
        <span {...ifResellers({ 'data-fill': 'guaranteeFact' })}>{promises.guarantee ?? NO_GUARANTEE}</span>
      </li>
      <li>
        {LEGAL_NOTICE.support}{' '}
        <span {...ifResellers({ 'data-fill': 'supportReply' })}>{promises.supportReply}</span>
      </li>
    </ul>
  );
}
