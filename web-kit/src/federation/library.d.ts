/** Modules of the library without type declarations. */
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  import type { ConsumesOptions } from '@module-federation/webpack-bundler-runtime/dist/types.js';
  export const consumes: (options: ConsumesOptions) => void;
}
declare module '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js' {
  import type { InstallInitialConsumesOptions } from '@module-federation/webpack-bundler-runtime/dist/types.js';
  export const installInitialConsumes: (options: InstallInitialConsumesOptions) => unknown;
}
declare module '@module-federation/webpack-bundler-runtime/dist/updateOptions.js' {
  import type { ConsumesOptions } from '@module-federation/webpack-bundler-runtime/dist/types.js';
  export const updateConsumeOptions: (
    options: Pick<ConsumesOptions, 'webpackRequire' | 'moduleToHandlerMapping' | 'chunkMapping'>,
  ) => void;
}
