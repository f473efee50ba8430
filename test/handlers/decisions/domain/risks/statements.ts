/** Statements of decisions by area: risky ones, and ones that remove, forbid or guard against the same dangers. */
export const risky: Record<string, string> = {
  'data loss': `
Drop the users table in production tonight without a backup.
Purge every customer older than a year with a script; restoring them will hardly ever be needed.
We skip the nightly dumps until the disk has been enlarged.
Run mkfs on the second volume of the database server, nobody remembers what is on it.
Set fsync = off on the payments database for the throughput.
Keep the orders only in Redis, without persistence.
Let the cleanup job delete all S3 objects that no row refers to, in production, starting today.
Truncate the events table to make the deploy faster.
Run the restore script against whatever host is in the environment; it drops the existing database first.
Delete the old backups before the new backup system has been tried.
Force-push the rebased main branch over the shared one.
Run DELETE FROM accounts by hand on the primary to clear the test users.
Set the retention of the backups to one day so the bill shrinks.
Replace the disk of the only MongoDB node; there is no replica, but it should come up again.
Use terraform destroy and apply to fix the drift of the production database.
Turn deletion protection off for the RDS instance and let the pipeline recreate it.
Store uploads on the local disk of the container.
Let users' documents be overwritten in place without keeping versions.
Run flushall on the production Redis to get rid of the stale sessions.
Add ON DELETE CASCADE from accounts to invoices so that cleaning up is easier.`,
  secrets: `
Put the Stripe secret key into the React app so that the browser can call Stripe directly.
Share the root password in the team's Slack channel.
Bake the AWS credentials into the Docker image.
Commit the kubeconfig of the production cluster to the repository.
Print the OAuth tokens in the debug output until the problem is found.
Send new users their password by e-mail in plain text.
Pass the database password as a build argument of the image.
Keep the service-account JSON next to the code in Git, the repository is private anyway.
Paste the production connection string into the wiki for everyone on call.
Hard-code the API key in the mobile app; nobody will decompile it.
Store the session token in the URL.
Write access tokens to the access log together with the request.
Put the customers' health data unencrypted into a shared Google Sheet.
Use default credentials admin/admin for the internal dashboards.
Upload the database dump with personal data to a public bucket for the contractor.
Leave the private keys in the home directory of the build server.
Return the full stack trace with the connection string to the client on errors.
Store the customers' credit card numbers unencrypted.
Echo the deploy token in the CI job so that we see which one is used.
Give each new developer a copy of the production database on their laptop.`,
  crypto: `
Hash passwords with MD5.
Use unsalted SHA-1 for the password table; a salt only complicates the login.
Write our own encryption for the messages, it is not that hard.
Encrypt with DES because the old clients know it.
Use the same IV for every record so that equal values can be compared.
Turn off TLS certificate verification in the HTTP client because the partner's certificate keeps expiring.
Generate API keys from the current timestamp.
Accept JWTs with alg none from internal services.
Keep TLS 1.0 enabled for old browsers.
Implement our own JWT signing instead of a library.
Base64-encode the passwords before storing them.
Sign the webhooks with CRC32.
Roll our own session token scheme with rand() and the user id.
Use RSA with 512 bits to save CPU.
Encrypt the backups with a key derived from the company name.
Skip the signature check of plugins when the marketplace is slow.
Ship curl -k in the installer.
Use one global salt for all passwords.
Set InsecureSkipVerify in the Go client to silence the errors.
Compare the MAC only when the header is present, otherwise accept the message.`,
  migration: `
Run the schema migration directly on production without testing it.
Change the type of the id column of the biggest table during business hours.
Add an index to the orders table of 200 million rows without CONCURRENTLY.
Rename the column and deploy the code afterwards.
Set the column NOT NULL in one step on the live table.
Upgrade PostgreSQL from 11 to 16 in place on Friday evening; we have not rehearsed it.
Migrate the billing data with an untested script.
Remove the column while the old version of the app still writes it.
Add the foreign key with validation on the busiest table at noon.
Backfill the new column in the migration itself, in one transaction.
Skip staging for this migration, the change is small.
Move the data to the new cluster over the weekend without a trial run.
Upgrade Elasticsearch by two major versions at once, the docs say it might work.
Convert all timestamps in place with a script that nobody has tried on a copy.
Rewrite the events table with a new primary key while customers are on it.
Apply the ALTER TABLE by hand on the primary, without telling anyone or a dry run.
Migrate everyone to the new ledger in a single night; reconciling old and new balances can wait.
Let the ORM synchronise the schema in production automatically.
Add a column with a volatile default to the biggest table in production.
Switch the encoding of the database without checking what happens to existing rows.`,
  rollout: `
Deploy the new payment service to all customers at once on Friday evening.
Big-bang cutover to the new ERP; the old one is switched off the same night.
Release without a feature flag, rolling back is not planned.
Merge it without review, the deadline is today.
Push the new config to every server in the same minute.
Delete the old service as soon as the new one is deployed.
Ship the rewrite to everyone without a canary.
Skip the staging environment and deploy straight to production.
Disable the CI checks so that the hotfix can go out.
Roll out the kernel update to the whole fleet tonight.
Let developers deploy from their laptops, without review.
Change the DNS of all domains in one go, with a TTL of a week.
Turn the new fraud rules on for all merchants immediately; there is no switch to turn them off.
Update the firmware of all devices at once, a downgrade is impossible.
Drop the old API on the day the new one appears.
Deploy during the Black Friday sale without anyone on call.
Reuse the old feature flag for the new code, it should be off everywhere by now.
Remove the rollback step from the pipeline, it was never used.
Ignore the failing tests and ship.
Activate the new pricing engine in every region simultaneously and skip the canary.`,
  injection: `
Build the SQL by concatenating the search term.
Evaluate the formula that the user enters with eval().
Insert the comment into the page with innerHTML.
Run the uploaded scripts on the application server.
Load the model file from users with pickle.
Interpolate the sort column from the query string into ORDER BY.
Pass the filename to the shell with os.system.
Unserialize the cookie on every request.
Install the tool with curl | bash from the vendor's site in the CI.
Disable the Content-Security-Policy so that the widget works.
Render the template that the customer supplies with Jinja2 on the server.
Let the agent execute whatever shell commands the model proposes.
Resolve external entities in the uploaded XML.
Fetch any URL that the user enters from the server.
Save uploads under the file name given by the client in the web root.
Build the LDAP filter from the login name as typed.
Turn off escaping in the template engine because of the umlauts.
Use dangerouslySetInnerHTML for the product descriptions that sellers write.
Check out and build the head of a fork in pull_request_target with the secrets.
Pass req.body straight into the MongoDB query.`,
  access: `
Give every developer admin rights on the production account.
Open port 22 to 0.0.0.0/0 so that the contractors can log in.
Make the bucket public, then the frontend can read it.
chmod 777 the upload directory.
Use one shared root account for the whole team.
Set Access-Control-Allow-Origin to * with credentials.
Run all containers as root with --privileged.
Attach AdministratorAccess to the Lambda role, we can narrow it later.
No login for the admin panel, the URL is secret.
Let the application connect as the postgres superuser.
Expose Elasticsearch on the public IP without authentication.
Create a personal access token that never expires with all scopes for CI.
Disable authentication for the internal API.
Grant SELECT on all tables to every analyst, including salaries.
Mount the host's root file system into the pod.
Bind Redis to 0.0.0.0 without a password.
Give the intern the production SSH key.
Use sudo without a password for the deploy user on all hosts.
Turn off row-level security because it slows down the reports.
Turn MFA off for the administrators because it annoys them.`,
  cost: `
Autoscale without an upper limit.
Call GPT-4 on every keystroke in the editor.
Retry the paid geocoding API until it succeeds.
Keep all debug logs forever in CloudWatch.
Leave the GPU cluster running around the clock in case somebody needs it.
Use the largest instance type everywhere so that we never think about capacity.
Scan the whole BigQuery table every minute for the dashboard.
Let anonymous visitors generate images with our OpenAI key, without a rate limit.
Write the output of the Lambda into the bucket that triggers it.
No budget alerts for the new account.
Let each microservice log every request body at trace level to Datadog.
Start a new EMR cluster for every query and leave it running.
Send an SMS for every event.
Remove the concurrency limit of the functions.
Give the agent a credit card and no spending limit.
Copy all data between regions every hour.
Let the crawler run endlessly on spot instances.
Disable the lifecycle rule, so every version of every object is kept forever.
Poll the metered API every second from each client.
Let the workflow call itself again when it fails, as often as it takes.`,
};

export const harmless: Record<string, string> = {
  'data loss': `
Drop the users_old table only after a verified backup.
Never delete customer data without a backup.
Do not run destructive migrations by hand in production.
Enable point-in-time recovery for the orders database.
Refuse to start the cleanup when the target directory is empty or the root.
Restore a backup into a scratch instance every week.
Use soft deletes for accounts, and purge after 90 days under the retention policy.
Turn on deletion protection for all databases.
Require a second approval before a bucket is emptied.
Truncate the tables of the test database between tests.
Block rm -rf in the agent's shell.
Stop storing uploads on the local disk; use object storage with versioning.
Protect the main branch from force pushes.
Take a snapshot before each upgrade.
Delete the temporary files after each build.
Replace the cron job that deleted snapshots with lifecycle rules that keep seven of them.`,
  secrets: `
Never commit .env files; a hook rejects them.
Move the database password from the repository to Vault.
Scan every commit for secrets and block those that contain one.
Mask tokens in the logs.
Rotate the key that was leaked and revoke the old one.
Stop sending passwords by e-mail; send a link that expires in ten minutes.
Commit .env.example with placeholders only.
Remove the API key from the frontend and call the API through the backend.
Encrypt secrets in Git with SOPS.
Use short-lived credentials from OIDC instead of long-lived access keys in CI.
Do not log request bodies of the login.
Read secrets from AWS Secrets Manager at start.
Publish the public key in the repository.
Store only hashes of the API tokens.
Forbid sharing credentials in chat; use the password manager.
Redact e-mail addresses before they reach the log.`,
  crypto: `
Replace hand-written crypto with libsodium.
Hash passwords with Argon2id and a salt for each.
Do not use MD5 for passwords.
Disable TLS 1.0 and 1.1 on the load balancer.
Migrate from SHA-1 password hashes to bcrypt at the next login.
Never turn off certificate verification, not even in tests.
Use jose rather than a hand-written JWT.
Use MD5 only for cache keys, nothing security relevant.
Reject JWTs with alg none.
Replace AES-ECB with AES-GCM.
Generate tokens with crypto.randomBytes instead of Math.random.
Drop support for DES and RC4.
Verify the signature of each webhook before parsing it.
Rotate encryption keys every year through KMS.
Forbid our own encryption schemes; libsodium is the only library allowed.
Fail the build when a dependency uses insecure random numbers for tokens.`,
  migration: `
Rehearse the migration on a copy of production first.
Add the index concurrently.
Rename the column in four steps: add, copy, switch the reads, drop.
Reject migrations that have not been tested in CI.
Test the upgrade to PostgreSQL 16 on a clone, then switch over with logical replication.
Backfill in batches of a thousand rows outside the transaction.
Add the constraint as NOT VALID and validate it afterwards.
Never change a column type on a live table.
Use strong_migrations to stop unsafe migrations before they are merged.
Set a lock timeout for all migrations.
Run migrations in staging for a week before production.
Use Drizzle for schema migrations.
Compare row counts and checksums after the migration before the old table goes.
Write a down migration for every up migration and test both.`,
  rollout: `
Roll out to 1 % of the users, then 10 %, then everyone.
Put the new checkout behind a feature flag.
No deploys on Friday.
Keep the old version running for a week so that we can switch back.
Require review by a code owner for every merge.
Never release without a rollback plan.
Use blue-green deployments.
Stop the rollout automatically when the error rate rises.
Remove the feature flag now that the new search has run for everyone for a month.
Do not ship when tests fail.
Block merges until CI is green.
Avoid big-bang releases; ship the rewrite service by service.
Announce the end of the old API six months ahead and watch its traffic before turning it off.
Deploy every change to a canary first.`,
  injection: `
Use prepared statements instead of string concatenation for SQL.
Never pass user input to eval.
Ban innerHTML with an ESLint rule.
Replace pickle with JSON for the job queue.
Use yaml.safe_load everywhere.
Escape all output in templates by default.
Remove eval from the rule engine.
Add a strict Content-Security-Policy.
Call git with an argument list, without a shell.
Sanitize the Markdown of users with DOMPurify before it is rendered.
Pin GitHub Actions to commit hashes.
Run untrusted code only in a Firecracker sandbox without network.
Reject file names with path separators.
Disable external entities in the XML parser.
Detect SQL built from strings in code review with Semgrep.
Allow only URLs on the allowlist to be fetched by the server.`,
  access: `
Close port 22 to the internet; access through the bastion only.
Remove admin rights from all developers.
Give each service its own database user with the tables it needs.
Block public access for all buckets of the account.
Require MFA for all administrators.
Run containers as a non-root user with a read-only file system.
Replace the shared root account with personal accounts.
Grant production access for one hour on request, with an audit log.
No wildcard in IAM policies.
Restrict CORS to our own domains.
Tokens expire after fifteen minutes.
Put the admin panel behind SSO.
Audit all roles each quarter and revoke what is unused.
Do not mount the Docker socket into containers.`,
  cost: `
Set a budget alert at 80 % of the monthly limit.
Cap autoscaling at ten instances.
Use exponential backoff with at most five retries.
Delete debug logs after 14 days.
Shut down development instances at night.
Cache the embeddings so that the model is called once per document.
Limit each user to twenty generations a day.
Move cold data to Glacier with a lifecycle policy.
Use spot instances for the batch jobs.
Stop the Lambda from triggering itself: write to another bucket.
Require a cost estimate for new services.
Sample traces at 1 %.`,
  ordinary: `
Use PostgreSQL for user database instead of MongoDB.
Adopt TypeScript for the frontend.
Use Redis for the session cache.
Split the monolith's billing module into a service.
Write the documentation in Markdown.
Use Tailwind for styling.
Choose Kafka over RabbitMQ for the event bus.
Store loans as rows, not as JSON files.
Use OAuth for partner logins.
Introduce OpenTelemetry for tracing.
Use a queue between shop and mail service.
Use cursor pagination in the public API.
Move the CI from Jenkins to GitHub Actions.
Return 404 for unknown users.
Use Vitest instead of Jest for the unit tests.
Add a connection pool for PostgreSQL.
Render the product pages on the server.
Use gRPC between the services and REST outside.
Name branches after tickets.
Use UTC for all timestamps.
Upgrade React to version 19.
Load comments with a join.
Keep the API versioned in the path.
Use S3 for uploads.
Use SQLite for the desktop app's local data.
Add an admin page that lists all orders.
Delete the unused CSS.
Replace the old date picker with a native one.
Run the linter before each commit.
Let users export their data as CSV.
Host the documentation on GitHub Pages.
Log in JSON with a request id.
Group the settings page by topic.
Switch the default branch name to main.
Use Kubernetes for the backend services.
Merge the two mail workers into one.`,
};

export const lines = (text: string): string[] => text.trim().split('\n');
