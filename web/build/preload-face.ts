import type { Plugin } from 'vite'

/** The part of the typeface that every screen needs; others load by unicode-range. */
const LATIN = /inter-latin-wght-normal.*\.woff2$/

/** Preloads the latin part of the typeface, so that texts do not change their width after the first paint. */
export function preloadFace(): Plugin {
  return {
    name: 'preload-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => LATIN.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}
