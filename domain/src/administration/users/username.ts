/** What a username may be: 1 to 100 letters, digits, dots, hyphens, underscores, + or @, so that an email address is one. */
export const USERNAME = /^[A-Za-z0-9._@+-]{1,100}$/
export const USERNAME_MESSAGE = 'A username is 1 to 100 letters, digits, dots, hyphens, underscores, + or @'

/** What names a user to people: their name, or the username where there is none. */
export function nameOfUser(user: { username: string; first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username
}
