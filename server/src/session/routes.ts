import { session } from '@despatch/contract/session/session'
import { bind } from '../app/bind.ts'
import { currentUser } from './current-user.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const sessionRoutes = bind(session, { signIn, signOut, current: currentUser })
