import { ActivationPage } from '../features/account/activation-page.tsx'
import { LoginPage } from '../features/account/login-page.tsx'
import { ProfilePage } from '../features/account/profile-page.tsx'
import { RegisterPage } from '../features/account/register-page.tsx'

/** The screens around an account: one file of the build, fetched with the first of them. */
export const screens = { ActivationPage, LoginPage, ProfilePage, RegisterPage }
