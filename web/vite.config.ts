import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'

export default defineConfig({
  base: '/',
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  server: { proxy: { '/api': process.env['DESPATCH_API'] ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The sizes that matter are the compressed ones, and the benchmark prints those.
    reportCompressedSize: false,
    // No data: addresses, which the content policy would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What everyone loads is one file for each step to it, rather than one for each set of screens that share
        // something: 60 requests before the first screen. Each group takes what its modules import, which keeps the files
        // from importing each other; joining what is left by size (entriesAware) does not.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'sign-in', test: /sign-in[\\/]password[\\/]sign-in-screen\.tsx$/, priority: 2 },
            { name: 'frame', test: /frame[\\/]frame\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
