import { QueryClient, QueryClientProvider } from '@leadping/web-kit/query';
import { BrowserRouter, Route, Routes } from '@leadping/web-kit/router';
import { ShellProvider } from '@leadping/web-kit/shell';
import { loadRemote } from '@module-federation/enhanced/runtime';
import { lazyParts } from './lazy-parts.ts'; import {assertRemote as Remote} from '@leadping/contracts/remote';
import { create } from 'zustand';
import { createRoot } from 'react-dom/client';
console.log(lazyParts,create, Remote, loadRemote);
createRoot(document.getElementById('root')!).render(<QueryClientProvider client={new QueryClient()}><ShellProvider value={null}><BrowserRouter><Routes><Route path="/" element={<p>1</p>}/></Routes></BrowserRouter></ShellProvider></QueryClientProvider>);
