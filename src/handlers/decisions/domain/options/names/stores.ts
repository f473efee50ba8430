/** Databases, caches, search engines, object stores and their helpers. The notation is explained in lexicon.ts. */
export const stores = `
# database
PostgreSQL: postgres, postgre, pg, pgsql, postgre sql, postgress, =Pg
MySQL: my sql
MariaDB: maria db
SQLite: sqlite3, sq lite
MongoDB: mongo, mongo db
DynamoDB: dynamo, dynamo db
Cassandra: apache cassandra
ScyllaDB: scylla
CockroachDB: cockroach db, cockroach, crdb
Amazon Aurora: =Aurora, aws aurora, aurora postgres, aurora mysql
Spanner: cloud spanner, google spanner
Oracle Database: oracle, oracle db
SQL Server: mssql, ms sql, microsoft sql server
Firestore: cloud firestore, firebase firestore
CouchDB: couch db, =Couch
RethinkDB: rethink db
PlanetScale: planet scale
Neon: =Neon, neon postgres
Supabase: supa base
TiDB: ti db
YugabyteDB: yugabyte
FoundationDB: foundation db
LevelDB: level db
RocksDB: rocks db
Neo4j: neo 4j, neo4 j
Dgraph: d graph
InfluxDB: influx, influx db
TimescaleDB: timescale, timescale db
ClickHouse: click house
DuckDB: duck db
BigQuery: big query
Snowflake
Redshift: amazon redshift
Databricks: data bricks
ArangoDB: arango
SurrealDB: surreal
libSQL: turso
# key-value cache
Redis: =REDIS, redis cache, redis cluster
Valkey
KeyDB
Dragonfly: dragonflydb
Memcached: memcache, mem cached
Hazelcast
Varnish: varnish cache
# search engine
Elasticsearch: elastic search, =Elastic, elk
OpenSearch: open search
Meilisearch: meili, meili search
Typesense
Algolia
Solr: apache solr
Full-text search in PostgreSQL: ~postgres full text search, ~postgresql full text search, tsvector, ~pg full text search
# vector store
pgvector: pg vector
Pinecone
Qdrant
Weaviate
Milvus
Chroma: chromadb
FAISS
# object store
Amazon S3: s3, aws s3, s3 bucket, s3 buckets
MinIO: min io
Google Cloud Storage: gcs
Azure Blob Storage: azure blob
Cloudflare R2: =R2
# connection pooler
PgBouncer: pg bouncer
Pgpool: pgpool ii, pgpool 2
PgCat: pg cat
RDS Proxy: aws rds proxy
# object mapper
Prisma: prisma orm
Drizzle: drizzle orm
TypeORM: type orm
Sequelize
Knex: knexjs
Hibernate
SQLAlchemy: sql alchemy
ActiveRecord: active record
Django ORM
Mongoose
Kysely
Object-relational mapping: =ORM, =ORMs, ~object relational mapper
Raw SQL: ~plain sql, ~hand written sql, ~handwritten sql
sqlc
jOOQ
# migration tool
Flyway: fly way
Liquibase
Alembic
Atlas: =Atlas
`;
