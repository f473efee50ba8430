/** Matters of devices, games, science, maps, data and models. The notation is explained in read.ts. */
export const devices = `
real time os.with: freertos, zephyr, rtos, threadx, nuttx, riot, mbed os, vxworks, qnx, embos, rt-thread, chibios, contiki, rtems
real time os.bare: bare metal, bare-metal, superloop, super loop, no os, main loop, interrupt driven, embassy, rtic
real time os.linux: embedded linux, yocto, buildroot, openwrt, preempt_rt, debian on the board, balena
real time os.: scheduler, tasks, board support, bsp, devicetree, hal, vendor sdk, microcontroller*, mcu, cortex-m, esp32, stm32, nrf52, rp2040, risc-v, avr, register level
device kit.vendor: esp-idf, idf, vendor sdk, vendor toolkit, stm32cube, cubemx, nrf connect sdk, mcuxpresso, pico sdk, simplicity studio, west
device kit.hobby: arduino, arduino core, sketch, sketches, platformio, micropython, circuitpython, tinygo, toit
image swap.slots: a/b, dual bank, two slots, ab slots, two partitions, mcuboot, rauc, swupdate, mender, uboot env, dual rootfs, fallback image, rollback image, previous firmware, golden image, factory image, a/b partition*, ostree, hawkbit, confirm itself
image swap.one: in place update, single slot, single partition, reflash, dfu over usb, serial update
image swap.: ota, over the air, over-the-air, firmware update*, boot loader, bootloader*, bricked, brick, failed boot, watchdog*, secure boot, signed firmware, delta update*, firmware-update*
flash store.files: littlefs, spiffs, fatfs, fat, sd card, ubifs, jffs2, f2fs, wear level*, wear-level*, flash file system, power loss safe, power-fail*
flash store.keys: nvs, eeprom, key-value in flash, fram, settings partition, flashdb
flash store.raw: raw flash, circular log, ring buffer in flash, nor flash, raw partition, log-structured
flash store.: power cut*, power loss, brown-out, brownout, flash memory, corrupted config, copy-on-write, calibration data, stromausfall*, unplug*, nonvolatile, non-volatile
field bus.: can bus, canopen, can-fd, modbus, profinet, ethercat, rs485, rs-485, lin bus, i2c, spi, uart, opc ua, opc-ua, bacnet, knx, j1939, uavcan, dronecan, mavlink, feldbus
radio.: lora, lorawan, zigbee, thread, matter, ble, bluetooth low energy, nb-iot, lte-m, meshtastic, mesh, sub-ghz, z-wave, esp-now, wifi, cellular, 802.15.4, funk*
device words.: mqtt, mosquitto, emqx, hivemq, nanomq, vernemq, coap, lwm2m, amqp, sparkplug, telemetry protocol, device messages, broker for devices, aws iot, iot hub, thingsboard, home assistant
compact words.: protobuf, nanopb, cbor, msgpack, messagepack, flatbuffers, cap'n proto, capnproto, asn.1, packed struct*, binary protocol, bson, sbe, postcard, bincode, zero-copy, binary format*, avro, thrift
power.: deep sleep, low power, battery life, batterie*, duty cycle, wake up, sleep current, energy, tickless, solar, wakelock, stromverbrauch, idle current
device checks.sim: qemu, renode, simulator, simulation, emulator, software in the loop, sil, gazebo, wokwi, native_sim, host tests, on the host, virtual board, digital twin
device checks.real: hardware in the loop, hil, device lab, board farm, test bench, real board*, real hardware, test rack, flashes a real, on target, labgrid, board rack, target hardware, echte hardware, prufstand
firmware rules.: misra, autosar, cert c, iso 26262, do-178c, iec 62304, iec 61508, functional safety, safety critical, safety case, requirements tracing, coding standard*, sicherheitskritisch
robots.: ros, ros 2, ros2, dds, cyclone dds, fast dds, moveit, nav2, slam, lidar, px4, ardupilot, pid, kalman, imu, sensor fusion, actuator*, motor control, behavior tree*, behaviour tree*, regelkreis
clock sync.: ptp, rtc, clock drift, time sync, ntp, chrony, gps time, monotonic clock, unix time, epoch, utc everywhere, leap second*, zeitzone*, timezone*, timestamptz
game step.fixed: fixed timestep, fixed time step, fixed step, constant step, accumulator, deterministic simulation, substeps, tick rate, ticks at, fixed update
game step.free: delta time, variable dt, variable timestep, per frame update
game step.: interpolat*, frame rate, framerate, physics step, simulation step, game loop, physik, render loop
net play.rollback: rollback netcode, ggpo, client prediction, client-side prediction, reconciliation, lag compensation
net play.delay: lockstep, delay-based, delay netcode, input delay
net play.server: dedicated server*, authoritative server, server authoritative, server-authoritative, headless server
net play.peer: peer to peer, peer-to-peer, p2p, listen server, host migration, relay server*
net play.: netcode, multiplayer, matchmaking, lag, latency hiding, cheating, anti-cheat, anticheat, replication, snapshots per second, udp transport, steam relay, enet, mirror, photon
game objects.data: ecs, entity component*, data oriented, data-oriented, components and systems, archetype*, structure of arrays, entt, flecs, dots, plain data components, composition over inheritance
game objects.tree: inheritance, deep inheritance, class hierarchy, scene tree, node tree, monobehaviour*, game object*, actors, scene graph, vererbung
game saves.: save game*, savegame*, save file*, autosave, spielstand*, spielstande, cloud save*, save format, player progress, checkpoint*
game content.: asset pipeline, assets, texture compress*, ktx2, basis universal, gltf, fbx, usd, addressables, asset bundle*, level editor, tilemap, tiled, blender, texture atlas, git lfs, perforce, dvc, git-annex, large binaries, binary assets
game words.: dialogue*, ink, yarn spinner, quest*, behaviour of npcs, npc*, localisation of strings, cutscene*, story script*
game input.: gamepad, input mapping, action map*, controller support, key rebinding, input system, touch controls, haptic*
game sound.: fmod, wwise, audio middleware, spatial audio, sound engine, openal, miniaudio
game making.: vertical slice, playtest*, early access, steam, console certification, greenlight, jam, gold master, live ops, battle pass, monetis*, monetiz*, in-app purchase*, ads, loot box*
pictures how.: ray tracing, deferred, forward rendering, forward+, shaders, hlsl, glsl, slang, spir-v, render graph, software renderer, skia, cairo, canvas, svg, signed distance, msaa, taa, lod, culling, instancing, draw calls, immediate mode
frames of data.new: polars, duckdb, arrow, dask, modin, vaex, datafusion, data.table, cudf, lazy frames, ibis, columnar engine
frames of data.old: pandas, dplyr, numpy arrays, base r, excel, spss, sas, stata
frames of data.: dataframe*, data frame*, tabular data, spreadsheet*, analysis scripts, auswertung*, memory of the notebook, larger than memory
column files.columnar: parquet, feather, orc, arrow files, columnar, column-oriented, analytics format, delta lake, iceberg, hudi, zarr, hdf5, netcdf, geoparquet, lance
column files.text: csv, tsv, jsonl, ndjson, json lines, plain text, excel files, xlsx, xml export*, flat files, csvw, text files, frictionless
column files.: file format for data, data download*, export format, dump format, open data, bulk export, data release, datenexport, research data
table layer.: iceberg, delta lake, hudi, lakehouse, data lake, table format, time travel, partition by date, compaction, small files, raw zone, bronze, medallion, catalog, unity catalog, glue, nessie, polaris, ducklake
load shape.batch: batch load*, nightly load, daily batch, micro-batch*, full reload, full refresh, scheduled load, nachtlauf, hourly job
load shape.stream: streaming, stream processing, flink, kafka streams, spark streaming, beam, materialize, risingwave, real-time pipeline, log compaction, ksqldb, change stream*, debezium, event time
load shape.: late event*, watermark*, late data, backfill*, exactly once, at least once, incremental load, cdc, change data capture, replay, reprocess*, windowing, idempotent load, dead letter*, dlq, poison message*, nachladen, ingest*
flow runner.: airflow, dagster, prefect, luigi, snakemake, nextflow, argo workflows, kedro, mage, cron jobs, oozie, step functions, cwl, cromwell, makeflow, dbt, dataform, sqlmesh, orchestrator, dag, dags, task graph, kestra, temporal, azkaban
good data.block: quality gate, fails the pipeline, stops the publication, blocks publishing, fail closed, hard stop, circuit breaker on data, stale over wrong, rather old than wrong, quarantine rows, write audit publish
good data.tell: only warn, publish with a note, notice in the report, alert only, flag rows, best effort publish
good data.: great expectations, soda, dbt tests, pandera, deequ, data contract*, data quality, plausib*, anomaly detection, row count check*, freshness check*, schema drift, expectations suite, datenqualitat, sanity check*, data test*, data validation
lake catalog.: datahub, openmetadata, amundsen, lineage, openlineage, data catalog, metadata catalog, marquez, data dictionary, glossary, datenkatalog, ckan, dcat
measures layer.: metric layer, semantic layer, cube, metricflow, looker, lookml, metabase, superset, tableau, power bi, kpi*, dashboards for business, self-service analytics, single definition, kennzahl*, grafana panels, evidence, lightdash
star model.: star schema, data vault, wide table, one big table, kimball, denormali*, slowly changing, scd, snowflake schema, fact table*, dimension table*, marts, surrogate key*
warehouse pick.: snowflake, bigquery, redshift, databricks, clickhouse, synapse, druid, pinot, trino, presto, athena, starrocks, doris, motherduck, vertica, firebolt, olap store
vector store kind.: pgvector, qdrant, pinecone, weaviate, milvus, chroma, faiss, hnsw, lancedb, vespa, embedding store, similarity search, vektor*, nearest neighbour*, ivf, vector index, usearch
text answer.: rag, retrieval augmented, rerank*, cross-encoder, hybrid search, bm25, chunking, chunk size, citations, grounding, hallucination*, embedding model, knowledge base, prompt template*, context window, long context
model host.own: self-hosted model, vllm, ollama, llama.cpp, tgi, local model, open weights, own gpus, on-premise model, lokales modell, sglang, triton, kserve, torchserve, bentoml, ray serve
model host.bought: openai, gpt-4, anthropic, claude, gemini, bedrock, azure openai, hosted model, model api, vertex ai, hosted llm
model host.: llm, model provider, gpu*, inference server, token cost, model gateway, litellm, quantiz*, int8, gguf, onnx, onnx runtime, tensorrt, tflite, core ml, edge inference, openvino, batch inference, sprachmodell*
train how.: fine-tun*, finetun*, lora adapter*, distill*, transfer learning, pretrain*, rlhf, dpo, prompt engineering, few-shot, training data, class imbalance, label noise, weak supervision, snorkel, active learning, label studio, annotat*, labelling, synthetic data, augmentation
train tracking.: mlflow, weights & biases, wandb, neptune, clearml, experiment tracking, model registry, dvc, tensorboard, aim, model card*, versioned dataset*, model version*, kubeflow, sagemaker, metaflow, zenml
model kind.plain: logistic regression, linear model, gradient boost*, xgboost, lightgbm, catboost, random forest, decision tree, heuristics, rule-based, regelbasiert, baseline model, arima, prophet, scikit-learn
model kind.deep: neural network*, deep learning, transformer*, lstm, cnn, bert, pytorch, tensorflow, jax, keras, resnet, yolo, unet, foundation model
model kind.: model choice, explain*, shap, interpretab*, accuracy, forecast*, prognose*, feature engineering, feature store, feast, tecton, offline evaluation, holdout, cross-validation, training/serving skew, concept drift, drift, retrain*, shadow model, champion
near enough.loose: tolerance, rtol, atol, allclose, approx, approximately equal, within tolerance, ulp, relative error, isclose, loosened, absorbed
near enough.exact: bit-identical, bitwise, bit for bit, bit-exact, exact equality, exact match, reproducible to the last digit, deterministic
near enough.: numerical differences, floating point differences, reference results, rounding differences, regression test of results, baseline results, last digit
cluster jobs.: slurm, pbs, hpc, mpi, openmp, cuda, sycl, kokkos, rocm, hip, singularity, apptainer, lustre, login node*, spack, environment modules, easybuild, batch system, compute node*, supercomputer, fortran, openacc, gpu port
study tools.: jupyter, notebook*, quarto, r markdown, rmarkdown, nbstripout, jupytext, papermill, marimo, colab, observable, binder, jupyterhub, rstudio, literate
study sharing.: zenodo, doi, citation, fair data, orcid, codemeta, citation.cff, preprint, open access, joss, research software, figshare, dataverse, datacite, osf
python env.: conda, mamba, micromamba, pixi, virtualenv, venv, pip-tools, poetry, pdm, hatch, uv, pipenv, wheels, manylinux, setuptools, conda-forge, requirements.txt, renv, pyproject, flit, cibuildwheel
map files.: geojson, geopackage, gpkg, shapefile*, shp, geoparquet, flatgeobuf, kml, gml, wkt, wkb, topojson, cityjson, las, laz, geotiff, cog, geodaten, wfs, wms, ogc api*, inspire
map tiles.: vector tiles, raster tiles, pmtiles, mbtiles, tile server, tileserver, martin, tegola, maplibre, mapbox, leaflet, openlayers, cesium, deck.gl, google maps, openstreetmap, osm, basemap, kartendienst, protomaps
place reckoning.: postgis, spatial index*, h3, s2, geohash, projection*, epsg, wgs84, coordinate system*, routing engine, osrm, valhalla, graphhopper, geocod*, nominatim, photon geocoder, pelias, gdal, qgis, r-tree
series store.: timescale*, influx*, questdb, victoriametrics, time series, time-series, prometheus storage, downsampl*, tdengine, iotdb, rollup*, retention of samples, zeitreihe*, sensor data, clickhouse for metrics, messwert*
`;
