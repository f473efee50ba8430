/** Matters of databases and data. The notation is explained in read.ts. */
export const data = `
store.relational: relational, rdbms, sql database, postgres*, mysql, mariadb, oracle, sql server, mssql, sqlite, normalised tables, normalized tables, joins, acid, cockroachdb, yugabyte, aurora, relationale*, foreign keys, constraints
store.document: document store, document database, document db, nosql, mongo*, dynamodb, couchdb, couchbase, firestore, cassandra, scylla, schemaless, dokumentdatenbank, dokumentenorientiert*, eingebettete dokumente
server db.embedded: sqlite, embedded database, file based database, single file, duckdb, h2, rocksdb, leveldb, lmdb, no server process
server db.server: postgres*, mysql, mariadb, database server, client server
columns.json: jsonb, json column, json document, json blob, blob, eav, flexible attributes, schemaless column, hstore
columns.typed: proper columns, typed columns, real columns, table per type, normalise, normalize, explicit columns
keys.random: uuid*, guid*, ulid*, random ids, sortable ids, snowflake ids, ksuid, nanoid, zeitlich sortierbare, time ordered
keys.serial: bigint, bigserial, auto increment, autoincrement, sequential ids, counters, identity columns, integer keys, fortlaufende*, sequenzen, laufende nummern
keys.: primary key, primary keys, pks, record identifiers, row identifiers, identifiers, bezeichner, primarschlussel
delete.soft: soft delete, soft deletes, soft deletion, deleted_at, deleted at, tombstone*, mark as deleted, marked as removed, mark as removed, archive flag, hidden status, status hidden, is_deleted, deleted flag, keep a flag, weiches loschen, gelosch* markier*, papierkorb
delete.hard: hard delete, hard deletes, physical delete, really delete, physically, erase rows, delete for real, remove the record, removes it, purge rows, endgultig*, hartes loschen
pool.with: pgbouncer, pooler, connection pooler, pgcat, rds proxy, odyssey, supavisor, proxysql
pool.without: max_connections, max connections, application pool, built in pool, pool der anwendung, hikari*
pool.: connections, connection pool, pooling, too many connections, verbindungen, connection storms
replica.read: read replica, read replicas, replica, follower, standby, lesereplik*, replikat, secondary
replica.primary: the primary, primary only, primary database, hauptdatenbank, no replica, main database
replica.: reporting queries, replication lag
shard.with: shard*, partition by tenant, citus, vitess, horizontal scaling
shard.without: bigger machine, vertical scaling, bigger instance, single node, scale up
partition.: partition*, time partitions, timescale, hypertable
schema change.online: online schema change, gh-ost, gh ost, pt-online, pt online, expand contract, expand and contract, backward compatible migrations, zero downtime migration
schema change.window: maintenance window, downtime, wartungsfenster
schema change.: alter table, schemaanderung*, schema change*
migrations.auto: auto migrate, migrate on startup, migrations at startup, on boot, automatic migrations, init container
migrations.manual: dba, manual migration
migrations.: flyway, liquibase, alembic, schema migrations, database migrations, datenbankmigration*, golang-migrate, atlas
orm.orm: orm, hibernate, jpa, prisma, typeorm, sequelize, gorm, activerecord, entity framework, sqlalchemy, doctrine, mikroorm, ent
orm.sql: raw sql, plain sql, sqlc, jooq, knex, query builder, dapper, pgtyped, kysely, drizzle, write sql, hand written sql, jdbc, sqlx, handgeschrieben*
procedures.database: stored procedure*, stored procs, pl sql, plpgsql, triggers, logic in the database, t sql
procedures.code: in the application, application code, dbt, service layer
tenants.shared: shared schema, row level security, rls, tenant_id, tenant id, discriminator, shared tables, shared database, one schema for all
tenants.own: schema per tenant, database per tenant, own database, database per customer, schema-per-tenant, silo, datenbank pro mandant, eigene datenbank
tenants.: tenant*, mandant*, multi tenant, multitenan*
money.integer: minor units, cents, integer cents, int cents, pennies, whole cents, smallest unit, kleinste* wahrungseinheit, ganzzahl*, ganze zahl
money.decimal: numeric, decimal, bigdecimal, fractions of a cent
money.float: float, double, gleitkomma*, floating point
money.: money, amounts, prices, totals, betrag*, geldbetr*, currency, wahrung*, rounding, rounding drift, monetary
time.utc: utc, timestamptz, epoch, instant
time.local: local time, lokale zeit, ortszeit
time.: timestamps, time zone*, timezone*, zeitzone*, datetime
isolation.: serializable, isolation level, read committed, snapshot isolation, locking, optimistic lock*, pessimistic lock*, advisory lock*, select for update
events.sourcing: event sourcing, event sourced, event store, cqrs, event log, append only
events.state: crud, current state, plain state, state table
outbox.outbox: outbox, relay publishes, same transaction, same tx, relay table, written together, separate poller, transactional messag*
outbox.direct: dual write*, publish directly, after commit, direct publish
outbox.: domain events, publish events, events publish*
cdc.log: debezium, cdc, change data capture, change capture, binlog, wal, log based, tails the log, logical replication, logical decoding
cdc.batch: nightly export, nightly dump*, full dump*, batch dump, exporting whole tables, updated_at, polling queries, table export
jobs.database: solid queue, goodjob, good_job, delayed_job, delayed job, que, river, pg-boss, pgboss, graphile worker, oban, database backed queue, jobs in the database, jobs live in the database, pg backed, listen notify, hangfire
jobs.redis: sidekiq, resque, bullmq, bull, celery, rq, asynq, redis queue, in memory daemon, dramatiq
jobs.: background job*, background processing, async work, activejob, worker*, job queue, hintergrund*, task queue
cron.: cron, crontab, cron jobs, scheduler, systemd timers, periodic tasks, scheduled jobs, quartz, zeitsteuerung
messages.log: kafka, redpanda, pulsar, event stream*, streaming platform, durable log, dauerhaftes log, replay, kinesis, event backbone, event hub*, log compaction, read again, partitioned log, nachlesen
messages.queue: rabbitmq, rabbit, sqs, activemq, work queue, simple queue, message queue, nats, service bus, klassische queue, amqp, nachrichtenqueue, sns, ibm mq, mqtt
messages.: broker, message bus, nachrichten*, messaging, consumers, subscribers, konsumenten, pub sub
delivery.: idempotent consumer*, at least once, exactly once, dedupe, deduplicat*, duplicates, duplikat*, dead letter*, delivery id, idempotency key*
search.engine: elasticsearch, opensearch, solr, meilisearch, typesense, algolia, lucene, search cluster, search engine, suchindex, vespa
search.database: full text search, fts, tsvector, volltext*, postgres search, trigram*, pg_trgm, like query, search in the database
search.: search*, suche, produktsuche
vectors.own: qdrant, pinecone, milvus, weaviate, chroma*, vector db, vector database, dedicated vector, vector store, separate vector
vectors.existing: pgvector, in postgres, existing database, relational db, no extra engine, sqlite-vec, knn in elasticsearch
vectors.: embeddings, similarity search, nearest neighbour*, nearest neighbor*, semantic search, ann, hnsw, vektor*, knn
retrieval.: hybrid search, bm25, rag, retrieval, reranker, rerank*, chunking, dense only, rrf
cache.with: cache aside, caching, cache layer, cache results, response cache, memcached, write through, read through, zwischenspeicher*, gecacht, redis cache, materialized view*
cache.without: no cache, without cache, index instead, removed the cache, stale data, stale prices, cache removed
cache.: cache*, ttl, ttls, stale, invalidation, eviction, query cache
cache place.local: in process, in memory cache, caffeine, lru, node local, local cache, guava, im prozess, heap
cache place.shared: redis, memcached, shared cache, distributed cache, elasticache, hazelcast, valkey, verteilter cache
kv store.redis: redis
kv store.fork: valkey, keydb, dragonfly, dragonflydb, community fork, linux foundation fork, garnet
kv store.: in memory store, key value store, kv store, in-memory-cache, in memory cache, elasticache
licence change.leave: busl, bsl, sspl, rsal*, relicens*, licence change, license change, license risk, licence risk, licence question, community fork, opentofu, valkey, opensearch, forgejo, openbao
licence change.stay: do not follow the fork, upstream
licence.: licence, license, licens*, lizenz*, agpl, gpl, apache 2, bsd licensed, mit licence, mit license, copyleft, open source policy, dual licens*
edge cache.: cdn, cloudfront, cloudflare, fastly, akamai, edge, static assets, origin
files.object: s3, object store, object storage, minio, bucket, gcs, blob storage, r2, objektspeicher
files.disk: local disk, nfs, filesystem, file system, shared volume, efs, ceph, dateisystem
files.database: bytea, files in the database, blobs in the database
warehouse.: warehouse, snowflake, bigquery, redshift, synapse, olap, clickhouse, druid, pinot, auswertungen, data lake, lakehouse
olap.columnar: clickhouse, druid, pinot, columnar, bigquery, snowflake, redshift, starrocks
olap.row: replica for reports, postgres replica, replikat, oltp database
compute.single: duckdb, single node, single machine, one machine, single vm, one box, single-node, polars, local machine
compute.cluster: spark, emr, dask, hadoop, databricks cluster, ray, trino, presto
table format.with: iceberg, delta lake, hudi, table format, lake format, ducklake
table format.without: plain parquet, raw parquet, parquet dirs, directories, no table format, hive partitions
table format.: parquet, lake, schema evolution
data files.binary: parquet, orc, arrow, columnar files, feather
data files.text: csv, json lines, tsv, excel
orchestrate.dag: airflow, dag scheduler, mwaa, luigi, oozie, dags, step functions, argo workflows, azkaban
orchestrate.asset: dagster, asset based, software defined assets, lineage, prefect, kestra, mage, flyte, temporal
orchestrate.cron: cron, crontab, bash, shell scripts
orchestrate.: workflow engine, data pipeline*
transform.dbt: dbt, sqlmesh, transformation models, dataform
transform.plain: sql views, stored procedure*, stored procs, pl sql, hand written sql
transform.: transformations, reporting logic
elt.elt: elt, load first, raw data first, rohdaten
elt.etl: etl, transform before load, informatica, talend
freshness.stream: flink, streaming, real time, spark streaming, stream processing, kafka streams, materialize, echtzeit
freshness.batch: micro batch*, batch, hourly, nightly, nachts, nachtlich*, overnight
quality.tool: great expectations, gx, soda, deequ, monte carlo, elementary
quality.code: pandera, pydantic, checks in code, assertions, schemas in code, prufregeln
quality.: data quality, quarantine table, data contract*, bad rows, data checks, validation rules, validierung, data test*
catalog.: data catalog, datahub, openmetadata, amundsen, collibra, lineage, glossary, metadata
bi.: metabase, superset, looker, tableau, power bi, dashboards, self service analytics
frames.polars: polars, lazy engine, multithreaded, vaex
frames.pandas: pandas, chunked pandas, numpy
frames.: dataframe*, data frame*, modin, dask
formats.schema: avro, protobuf, thrift, schema registry, apicurio, flatbuffers, capnproto, registry
formats.json: plain json, json schema, schemaless json
formats.: serialis*, serializ*, payload format, message format, wire format, binary format, msgpack, messagepack, cbor, encoding, envelope, cloudevents
`;
