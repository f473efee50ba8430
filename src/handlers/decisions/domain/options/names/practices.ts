/** Patterns and practices; their words are compared by stem. The notation is explained in lexicon.ts. */
export const practices = `
# rendering
Server-side rendering: =SSR, ~server side render, ~server render, ~render on the server, ~server rendered
Client-side rendering: =CSR, ~client side render, ~client render, ~render in the browser, ~client rendered
Static site generation: =SSG, ~static generation, ~static site, ~statically generate, ~prerender
Incremental static regeneration: =ISR
Single-page application: =SPA, ~single page app, ~single page application
Multi-page application: =MPA, ~multi page app
Server components: ~server component, =RSC
Islands: ~island architecture
Infinite scroll: ~infinite scroll
# release practice
Feature flags: ~feature flag, ~feature toggle, ~feature switch, ~flag guarded, ~feature flagged, ~behind a flag, ~behind flag
Canary releases: ~canary, ~canary release, ~canary deploy, ~canary rollout
Blue-green deployment: ~blue green
Rolling updates: ~rolling update, ~rolling deploy, ~rolling deployment
Big-bang release: ~big bang
Staged rollout: ~staged rollout, ~gradual rollout, ~phased rollout, ~percentage rollout
Trunk-based development: ~trunk based, ~trunk based development
Gitflow: git flow
Long-lived branches: ~long lived branch, ~feature branch
Friday deployments: ~deploy on friday, ~friday deploy, ~release on friday, ~friday release
Continuous deployment: ~continuous deployment, ~continuous delivery
Manual deployment: ~manual deploy, ~manual deployment, ~deploy by hand, ~hand deploy
Dark launch: ~dark launch
Semantic versioning: semver, ~semantic version
Release trains: ~release train
# architecture
Microservices: ~microservice, ~micro service
Monolith: ~monolith, ~modular monolith, ~majestic monolith
Monorepo: ~monorepo, ~mono repo
Polyrepo: ~polyrepo, ~multi repo, ~multirepo, ~separate repository
Micro-frontends: ~micro frontend, ~microfrontend, ~micro front end
Event sourcing: ~event sourc, ~event source
CQRS
Event-driven architecture: ~event driven
Hexagonal architecture: ~hexagonal, ~port and adapter
Strangler pattern: ~strangler, ~strangler fig
Rewrite from scratch: ~rewrite from scratch, ~full rewrite, ~complete rewrite, ~big rewrite, ~ground up rewrite
Incremental refactoring: ~incremental refactor
Dependency injection: ~dependency inject
Saga: ~saga
Two-phase commit: =2PC, ~two phase commit
Outbox: ~outbox, ~transactional outbox
Dual writes: ~dual write, ~double write
Backend for frontend: =BFF, ~backend for frontend
API gateway: ~api gateway
Service mesh: ~service mesh
Plugin architecture: ~plugin architecture
# data practice
Connection pooling: ~connection pool, ~pool connection, ~pooled connection
Read replicas: ~read replica, ~replica read
Sharding: ~shard
Partitioning: ~partition
Materialized views: ~materialized view, ~materialised view
Stored procedures: ~stored procedure
Database triggers: ~database trigger, ~db trigger
Soft deletes: ~mark deleted, ~mark as deleted, ~deleted flag, deleted_at, ~soft delete, ~soft deletion, ~deleted at column
Hard deletes: ~hard delete, ~hard deletion
UUIDs: =UUID, =UUIDs, uuidv4, uuid v4, uuid primary keys
UUIDv7: uuid v7, uuidv7
ULIDs: =ULID, =ULIDs, ulid
Sequential ids: ~auto increment, ~autoincrement, ~serial id, ~sequential id, ~integer id, bigserial
JSONB columns: jsonb, ~json column
Denormalization: ~denormalize, ~denormalise, ~denormalization, ~denormalisation
Normalized schema: ~normalize, ~normalise, ~normalized schema
Optimistic locking: etag, etags, e tag, e tags, if match, ~version column, ~optimistic lock, ~optimistic concurrency
Pessimistic locking: ~pessimistic lock, ~select for update
Cursor pagination: ~cursor pagination, ~keyset pagination, ~cursor based pagination, ~keyset
Offset pagination: ~offset pagination, ~limit offset, ~page number
Foreign keys: ~foreign key
Multi-tenant database: ~shared schema, ~shared database
Schema per tenant: ~schema per tenant, ~database per tenant
Change data capture: =CDC, ~change data capture
Batch jobs: ~batch job, ~nightly batch, ~batch processing
Data lake: ~data lake
Backups: ~backup
In-memory cache: ~in memory cache, ~local cache, ~in process cache, lru
Write-through cache: ~write through
Cache-aside: ~cache aside
Stale-while-revalidate: ~stale while revalidate
Local storage: ~local storage, localstorage
IndexedDB: indexed db
# resilience practice
Circuit breakers: ~circuit breaker
Exponential backoff: ~exponential backoff, ~exponential back off
Fixed-interval retries: ~fixed retry, ~fixed interval retry, ~immediate retry
Idempotency keys: ~idempotency key, ~idempotent
Rate limiting: ~rate limit, ~throttle
Bulkheads: ~bulkhead
Dead-letter queue: ~dead letter queue, =DLQ, ~dead letter
Graceful degradation: ~graceful degradation
Chaos testing: ~chaos engineering, ~chaos test
Auto-scaling: ~autoscale, ~auto scale
Spot instances: ~spot instance, ~spot machine, ~spot vm, ~spot node
Reserved instances: ~reserved instance
Multi-region deployment: ~multi region
# team practice
Code review: ~code review, ~peer review
Pair programming: ~pair program
Mob programming: ~mob program
Test-driven development: =TDD, ~test driven
End-to-end tests: ~end to end test, ~e2e test, =E2E
Unit tests: ~unit test
Integration tests: ~integration test
Contract tests: ~contract test
Manual testing: ~manual test, ~manual qa
Property-based tests: ~property based test
Static typing: strictnullchecks, ~nullable reference type, ~static type, ~strict mode, ~strict typescript
Pre-commit hooks: ~pre commit
Design documents: ~design document, ~design doc, =RFCs, =ADRs, ~architecture decision record
On-call rotation: ~on call rotation
Blameless postmortems: ~postmortem, ~post mortem
Structured logging: ~structured log, ~json log
URL versioning: ~url version, ~path version, ~version in the url, ~version in the path
Header versioning: ~header version, ~version by header, ~version header, ~version in the header
`;
