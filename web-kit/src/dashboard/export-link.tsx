import { useMutation } from '@leadping/web-kit/query';
import { Download } from 'lucide-react';
import { queryString } from '../api/call.ts';
import { request } from '../api/request.ts';
import { saveFile } from '../page/save-file.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import action from './action.module.css';

interface ExportLinkProps {
  /** The path that streams the file. */
  path: string;
  wanted: Readonly<Record<string, string | undefined>>;
}

/**
 * Downloads the server's export under the server's file name. A plain download link could not ask for a fresh
 * sign-in.
 */
export function ExportLink({ path, wanted }: ExportLinkProps) {
  const href = path + queryString(wanted);
  const exporting = useMutation({
    mutationFn: async () => {
      const reply = await request('GET', href);
      const [, name = 'export.csv'] =
        /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
      saveFile(name, await reply.blob());
    },
    onError: useFailureToast('The file was not exported'),
  });
  return (
    <a
      className={action.secondary}
      href={href}
      download
      aria-busy={exporting.isPending}
      onClick={(event) => {
        event.preventDefault();
        if (!exporting.isPending) exporting.mutate();
      }}
    >
      <Download size={16} />
      Export CSV
    </a>
  );
}
