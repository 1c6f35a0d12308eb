import { InvalidArgumentError, type Command } from 'commander';
import { examples } from './help.ts';
import { lazily } from './lazily.ts';
import type { Terminal } from './terminal.ts';

function dayCount(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 365) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 1 to 365.');
}

/** Adds the commands for the API keys of service accounts, and for service accounts. */
export function addKeyCommands(portcullis: Command, terminal: Terminal): void {
  const keys = portcullis.command('keys').description('Manage the API keys of service accounts.');
  keys
    .command('list')
    .description('List the keys of all service accounts.')
    .addHelpText('after', examples('portcullis keys list'))
    .action(lazily(terminal, async () => (await import('./api-keys.ts')).listKeys));
  keys
    .command('create')
    .description('Create a key of a service account, and show its text once.')
    .argument('<account>', 'user name of the service account')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--permission <code...>', 'permissions that the key can use, such as user.read; default: none')
    .option('--allow <address...>', 'IP addresses and ranges from which it can be used; default: all')
    .option('--read-only', 'the key can only read')
    .option('--days <count>', 'days until it expires, at most 365; default: 90', dayCount)
    .addHelpText(
      'after',
      examples('portcullis keys create robot --name Deployment --permission menu.read role.read --allow 192.0.2.0/24'),
    )
    .action(lazily(terminal, async () => (await import('./api-keys.ts')).createKey));
  keys
    .command('revoke')
    .description('Remove a key of any owner. It stops working immediately.')
    .argument('<id>', 'id of the key')
    .addHelpText('after', examples('portcullis keys revoke 0b1e…'))
    .action(lazily(terminal, async () => (await import('./api-keys.ts')).revokeKey));

  const accounts = portcullis
    .command('service-accounts')
    .description('Manage service accounts, which are used only with API keys.');
  accounts
    .command('create')
    .description('Create a service account. Writes an audit record if roles are given.')
    .argument('<username>')
    .requiredOption('--email <address>', 'the e-mail address of those who are responsible for it')
    .option('--role <code...>', 'codes of its roles')
    .addHelpText(
      'after',
      examples('portcullis service-accounts create robot --email team@example.com --role MODERATOR'),
    )
    .action(lazily(terminal, async () => (await import('./api-keys.ts')).createAccount));
  accounts
    .command('list')
    .description('List the service accounts with their roles.')
    .addHelpText('after', examples('portcullis service-accounts list'))
    .action(lazily(terminal, async () => (await import('./api-keys.ts')).listAccounts));
}
