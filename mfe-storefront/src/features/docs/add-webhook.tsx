import { BRAND } from '@leadping/contracts/brand';
import { AddWebhookPicture } from './pictures.tsx';

export function AddWebhook({ name, url }: { name: string; url: string }) {
  return (
    <>
      <ol>
        <li>Open {BRAND.name} from the puzzle icon in Chrome’s toolbar.</li>
        <li>Add a webhook: name it “{name}” and paste the URL.</li>
        <li>Save. If Chrome asks whether the extension may reach that address, allow it.</li>
      </ol>
      <AddWebhookPicture name={name} url={url} />
    </>
  );
}
