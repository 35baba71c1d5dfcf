import '@fontsource-variable/inter'
import './kit/styles/entry.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { queryClient } from './kit/server/query-client.ts'
import { router } from './shell/router.tsx'
import { cssVariables, theme } from './kit/ui/theme.ts'

// The content security policy allows no eval, which zod would otherwise use for speed.
z.config({ jitless: true })

const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the portal')
createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
