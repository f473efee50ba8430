import { isGiven, isRandom, isTold } from './checks.ts';
import type { Context } from './context.ts';
import { isPhrase } from './phrases.ts';
import { trustIn } from './words.ts';

const kind = 'command_secret';
/** A user, and its account or host. */
const user = String.raw`[\w.@+-]{1,60}`;

/** Commands that take a key or token as an argument: what precedes it, as a regular expression. */
const tokenCommands = [
  String.raw`b2 (?:account authorize|authorize[-_]account) \S{6,40}`,
  'snyk (?:auth|config set (?:api|token)=?)',
  'cloudflared (?:service install|tunnel run --token)',
  'tailscale (?:up|login) --auth-?key[ =]',
  'ngrok (?:config add-)?authtoken',
  'zrok enable',
  'netbird up --setup-key',
  'doppler configure set token',
  'infracost configure set api_key',
  'cargo login',
  String.raw`(?:nuget|dotnet nuget) (?:setapikey|push \S{1,80} (?:-k|--api-key))`,
  String.raw`civo apikey (?:save|add) \S{1,40}`,
  String.raw`(?:twilio|plivo) (?:login|profiles:create) \S{20,60}`,
  String.raw`(?:wandb|huggingface-cli|hf auth|modal token|replicate|heroku auth|railway|fly auth|depot|dagger|buildkite|circleci|semaphore|sem|codefresh|bit|surge|expo|eas|supabase|turso auth|neon|planetscale|pscale|sanity|contentful|storyblok|shopify|stripe|algolia|meilisearch|typesense|deno|jsr|npm|pnpm|yarn|sentry-cli|datadog-ci|newrelic|honeycomb|axiom|logtail|betterstack|pulumi|env0|spacelift|scalr|tfc|terraform) (?:login|setup|token|auth|setup|connect|configure|set|new|create)(?: --?[\w-]{2,20})?[ =]`,
  String.raw`connect \S{1,60} wpa[23]`,
  'circleci setup --token',
  String.raw`(?:git config|npm config|pnpm config|yarn config|bun config|pip config|poetry config|gh config|glab config|heroku config|hub config|lab config|composer config|mc config|rclone config|s3cmd|aws configure|gcloud config|az config|oci setup|doctl|linode-cli|scw config|exo config|vercel|netlify)(?: (?:--?\w[\w-]{0,16}|set|add|update|create))* [\w./@:-]{0,80}(?:token|key|secret|passw(?:or)?d|pass|auth|api)[ =]`,
  String.raw`config set \w{0,30}(?:api|token|key|secret|passw(?:or)?d|pass|auth)[ =]`,
  '(?:agent|runner|node|worker|server|cluster) (?:join|register|install|enroll|start) (?:--token|--enrollment-token|--registration-token)?',
  '(?:join|enroll|register|activate|attach|pair|claim)(?: --?(?:token|key|code|secret|activationkey))?',
  '(?:pro|ua) attach',
  String.raw`(?:keygen|keyctl add \w{1,10}) \S{1,60}`,
];

/** Commands that take a password as an argument, which may be a word. */
const passwordCommands = [
  `bw login ${user}`,
  `cf auth ${user}`,
  `cf create-user ${user}`,
  String.raw`credhub set (?:-\w \S{1,60} ){1,4}-w`,
  String.raw`ipmitool (?:[^\n]{0,100} )?user set password [0-9]{1,2}`,
  String.raw`racadm (?:[^\n]{0,80} )?set iDRAC\.Users\.[0-9]{1,2}\.Password`,
  'mvn (?:--encrypt-(?:master-)?password|-emp|-ep)',
  `etcdctl user (?:add|passwd) ${user}:`,
  String.raw`(?:iwconfig \S{1,20} key|iw \S{1,40} connect \S{1,40} key) (?:s:|0:)?`,
  String.raw`wpa_cli (?:-i ?\S{1,16} )?set_network [0-9]{1,2} (?:psk|password|wep_key0)`,
  String.raw`netsh wlan set [^\n]{0,100}keymaterial=`,
  String.raw`(?:nmcli|iwctl|netctl|connmanctl|wpa_cli|uci|networkctl) [^\n]{0,120} (?:password|passphrase|psk|key|wifi-sec\.psk|802-11-wireless-security\.psk)[ =]`,
  String.raw`connect-network \S{1,60} (?:wpa[23]|wep)`,
  String.raw`set wireless\.[\w@[\].-]{1,60}\.key=`,
  '(?:quote|raw) PASS',
  String.raw`steamcmd \+login ${user}`,
  `login ${user}`,
  String.raw`db2 connect to \S{1,40} user \S{1,40} using`,
  String.raw`(?:isql|iusql) (?:-v )?\S{1,40} ${user}`,
  String.raw`(?:imp|exp|impdp|expdp|sqlldr|rman target|conn|connect|sqlplus) (?:-[\w] )?(?:userid=)?[\w$#]{1,30}\/`,
  String.raw`asadmin [^\n]{0,80}--passwordvalue`,
  String.raw`(?:smbpasswd|chpasswd|passwd) [^\n]{0,40}<<< ?`,
  'vncpasswd -f <<< ?',
  String.raw`vault (?:kv put|write) [^\n]{1,100}(?:password|secret|passwd|pass|value|token|key|pw|pin|psk)=`,
  String.raw`(?:consul kv put|etcdctl put) \S{0,80}(?:password|secret|passwd|pass|token|api[-_]?key|key|pw|psk)`,
  String.raw`(?:pulumi config set(?: --secret)?|sops set|chamber write \S{1,40}|conjur variable set -i \S{1,80} -v|ansible-vault encrypt_string|aws-vault add|credstash put|gcloud kms|kubeseal|op item create \S{1,40}|wrangler secret put|fly secrets set|heroku config:set|doppler secrets set|railway variables set|vercel env add|netlify env:set|eas secret:create|firebase functions:config:set|supabase secrets set)[^\n]{0,80}?\w{0,30}(?:password|passwd|pass|secret|token|api_?key|passphrase|pw|psk)[ =]`,
  String.raw`rclone config (?:create|update|password) [^\n]{1,120} pass(?:word)?2?[ =]`,
  String.raw`(?:htpasswd -\w{0,6}n?b\w{0,6}|htdigest|ejabberdctl (?:register|change_password)|prosodyctl register|rabbitmqctl (?:add_user|change_password)|mosquitto_passwd -b \S{1,80}|saslpasswd2|doveadm pw -p|slappasswd -s|dovecotpw -p|caddy hash-password --plaintext|mkpasswd -m \S{1,20}|bcrypt-cli|argon2) (?:${user} )?`,
  String.raw`(?:occ user:(?:add|resetpassword)|drush (?:upwd|user:password)|wp user (?:create|update)|artisan user:create|createsuperuser|gitea admin user (?:create|change-password))[^\n]{0,120}(?:--(?:user_?pass|password|passwd)[ =])`,
  `drush (?:upwd|user:password) ${user}`,
  String.raw`adduser [^\n]{0,60}-p`,
];

/** Lines of chat, mail and game servers. */
const spokenCommands = [
  String.raw`connect to \S{1,40} user \S{1,40} using`,
  String.raw`(?<=nickserv[^\n]{0,12} |nickserv :|\/ns |chanserv[^\n]{0,12} |\/(?:raw |quote )?)identify(?: ${user})?`,
  String.raw`(?<=nickserv[^\n]{0,12} |nickserv :|\/ns )(?:register|release \S{1,30}|ghost \S{1,30}|recover \S{1,30}|set password|regain \S{1,30}|group \S{1,30})`,
  String.raw`(?<=(?:msg|privmsg) \S{1,60} :?)(?:login|auth|identify)(?: ${user})?`,
  String.raw`(?<=\/)(?:oper \S{1,30}|login|register|changepass \S{2,40}|changepassword \S{2,40}|rcon login|nick \S{1,30} pass)`,
  `(?<=> )(?:login|auth|identify) ${user}`,
  'login serveradmin',
  'client_login_password=',
];

const after = '(?: {1,2}|(?<=[ =:/]))["\']?';
const line = /[^\s"'`<>|;(){}[\]]{6,400}(?=["']?(?:[\s|;&)]|$))/y;
const phraseOrWord =
  /[a-z]{3,10}(?: [a-z]{3,10}){3,8}(?=["'])|[^\s"'`<>|;(){}[\]$][^\s"'`<>|;(){}[\]]{5,300}(?=["']?(?:[\s|;&),]|$))/y;

/** Splits at the bars outside of groups. */
function alternatives(pattern: string): string[] {
  const found = [''];
  let depth = 0;
  for (const c of pattern) {
    if (c === '(') depth += 1;
    if (c === ')') depth -= 1;
    if (c === '|' && depth === 0) found.push('');
    else found[found.length - 1] += c;
  }
  return found;
}

/** The text that a command begins with, for each of its alternatives. */
function begins(command: string): string[] {
  const plain = command.replace(/^\(\?<=(?:[^()]|\([^()]*\))*\)/, '');
  if (!plain.startsWith('(?:')) return [/^(?:[a-z0-9:_ /-](?![?]))*/i.exec(plain)?.[0].toLowerCase() ?? ''];
  let depth = 0;
  const close = [...plain].findIndex((c) => {
    depth += c === '(' ? 1 : c === ')' ? -1 : 0;
    return depth === 0;
  });
  const next = plain[close + 1] === ' ' ? ' ' : '';
  return alternatives(plain.slice(3, close)).map((head) => {
    const [word = ''] = /^(?:[a-z0-9:_ /-](?![?]))*/i.exec(head) ?? [];
    return (word === head ? head + next : word).toLowerCase();
  });
}

/** One context for each command, so that only those that begin like a text are compared with it. */
const contextsOf = (commands: readonly string[], rest: Omit<Context, 'anchors' | 'lead'>): Context[] =>
  commands.map((command) => ({
    anchors: begins(command),
    lead: new RegExp(`(?<![\\w.])(?:${command})${after}`, 'imy'),
    kind,
    ...rest,
  }));

/** A password that is not the next argument: an option, a file, a variable. */
const isPassword = (value: string): boolean =>
  !/^[-/$%@~]|=|^[\w.-]+\.[a-z]{2,4}$/.test(value) &&
  (isTold(value) ||
    trustIn(value) === 'fair' ||
    isPhrase(value) ||
    (isGiven(value) && /[0-9!#$%^&*]/.test(value) && !/[/:]/.test(value)));

const isWord = (value: string): boolean => isPassword(value) || trustIn(value) === 'faint';

/** More commands that take a secret at a certain place, and services that are spoken to in lines. */
export const given: readonly Context[] = [
  ...contextsOf(tokenCommands, { value: line, check: isToken }),
  ...contextsOf(passwordCommands, { value: phraseOrWord, check: isWord }),
  ...contextsOf(spokenCommands, { value: line, check: isPassword }),
  {
    anchors: [
      '--user',
      '--auth',
      '--creds',
      '--userpass',
      '--basic-auth',
      '--credentials',
      '--http-user',
      '-u ',
    ],
    lead: /(?<![\w-])(?:--user(?:pass)?|--auth|--(?:basic-auth|creds|credentials)|--http-user|-u)[ =]["']?(?!https?:|[0-9])[\w.@+-]{1,40}:(?!\/)/iy,
    value: /[^\s"'`<>|;(){}[\]$:/,][^\s"'`<>|;(){}[\]:/,]{5,100}(?=["']?(?:\s|$))/y,
    check: isWord,
    kind,
  },
];

/** Tokens in places where an identifier is possible too. */
function isToken(value: string): boolean {
  return isRandom(value) && !/^[\w-]+=[^=]/.test(value);
}
