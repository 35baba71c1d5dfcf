import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadFace } from './build/preload-face.ts'

export default defineConfig({
  base: '/',
  plugins: [react(), preloadFace(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  server: { proxy: { '/api': process.env['DESPATCH_API'] ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Only compressed sizes matter, and the benchmark prints them.
    reportCompressedSize: false,
    // The content security policy does not allow data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for each step to the first screen, instead of one for each set of screens that share a module: that would
        // be 60 requests. Each group includes what its modules import, so that the files do not import each other. Merging
        // the remaining chunks by size (entriesAware) does not achieve this.
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
