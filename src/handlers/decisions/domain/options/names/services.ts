/** Queues, pipelines, protocols, identity and external services. The notation is explained in lexicon.ts. */
export const services = `
# message broker
Kafka: apache kafka
RabbitMQ: rabbit mq, rabbit
NATS: nats jetstream, =Nats, jetstream
Amazon SQS: sqs, aws sqs
Amazon SNS: =SNS
Google Pub/Sub: pubsub, pub sub, google pub sub
Redpanda: red panda
Pulsar: apache pulsar
ActiveMQ: active mq
ZeroMQ: zero mq, zmq
Redis Streams: redis stream
Kinesis: amazon kinesis, aws kinesis
EventBridge: event bridge
Azure Service Bus
MQTT: mosquitto
# job runner
BullMQ: bull mq, =Bull
Sidekiq
Celery
pg-boss: pgboss, pg boss
Graphile Worker
Temporal: =Temporal, temporal io
Airflow: apache airflow
Dagster
Prefect: =Prefect
Step Functions: aws step functions
Cron jobs: cron, cron job, crontab
Argo Workflows
Quartz
# stream processor
Apache Spark: =Spark, pyspark
Apache Flink: flink
dbt
Debezium
Fivetran
Airbyte
API style
REST: restful, rest api, rest apis, =REST, rest endpoints
GraphQL: graph ql, =GQL
gRPC: g rpc
tRPC: t rpc
SOAP: =SOAP
JSON-RPC: json rpc
OData
OpenAPI: open api, swagger
Thrift
# live updates
WebSockets: websocket, web sockets, web socket, =WS
Server-sent events: =SSE, ~server sent event, eventsource
Long polling: ~long poll
Polling: ~poll
Webhooks: ~webhook, ~web hook
WebRTC: web rtc
# serialization
Protocol Buffers: protobuf, protobufs, ~protocol buffer
JSON: =JSON
Avro
MessagePack: msgpack
XML: =XML
YAML: yml
TOML
Parquet
CSV
# identity provider
Auth0: auth 0
Okta
Keycloak: key cloak
Amazon Cognito: cognito
Clerk: =Clerk
Firebase Auth: firebase authentication
Azure AD: entra, entra id, azure active directory
Ory: =Ory, ory kratos, kratos
Zitadel
WorkOS
NextAuth: authjs, next auth, nextauthjs
Passport: passportjs, =Passport
Lucia: =Lucia
Better Auth: betterauth
Self-built authentication: ~own auth, ~home grown auth, ~hand rolled auth, ~custom auth, ~self built auth, ~roll our own auth
# sign-in
OAuth: oauth2, o auth, oauth 2
OpenID Connect: oidc
SAML: saml2
JWT: ~signed token, ~stateless session, ~stateless token, json web token, json web tokens, jwts
Session cookies: ~session cookie, ~cookie session, ~server side session, ~cookie based session
Cookies: ~cookie
Passkeys: ~passkey, webauthn, fido2
Magic links: ~magic link
Passwords: ~password login, ~password auth
Multi-factor authentication: mfa, 2fa, totp, ~two factor authentication, ~multi factor authentication, ~two factor
Single sign-on: =SSO, ~single sign on
API keys: ~api key
LDAP
mTLS: mutual tls
Paseto
Opaque tokens: ~opaque token, ~reference token
# password hashing
Argon2: argon2id, argon 2, argon2i
bcrypt
scrypt
PBKDF2
MD5
SHA-1: sha1
# access control
RBAC: ~role check, ~permission by role, ~role based access control
ABAC: ~attribute based access control
ReBAC: openfga, spicedb, zanzibar
Open Policy Agent: =OPA
Casbin
# payment provider
Stripe: =Stripe, stripe billing
Adyen
Braintree
PayPal: pay pal
Paddle: =Paddle
# mail service
SendGrid: send grid
Amazon SES: =SES, aws ses
Postmark
Mailgun: mail gun
Resend: =Resend
# crypto library
libsodium: sodium, nacl
OpenSSL: open ssl
jose: =jose
# secret store
HashiCorp Vault: =Vault
AWS Secrets Manager: secrets manager
Azure Key Vault: azure vault, key vault
Parameter Store: ssm parameter store, ssm
SOPS
Environment variables: ~environment variable, env vars, env var, dotenv
`;
