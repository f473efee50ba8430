/** Clouds, containers, delivery and observability. The notation is explained in lexicon.ts. */
export const platforms = `
# cloud
AWS: amazon web services
Google Cloud: gcp, google cloud platform
Azure: microsoft azure
Hetzner
DigitalOcean: digital ocean
Heroku
Vercel
Netlify
Fly.io: flyio, fly io
Render: =Render
Railway: =Railway
Cloudflare Workers: cf workers, workers kv
On-premises hosting: on prem, on premise, on premises, ~own data centre, ~own data center, bare metal
# orchestrator
Kubernetes: k8s, kube, kuberntes, eks, gke, aks
Docker Swarm: =Swarm
Nomad: =Nomad, hashicorp nomad
Amazon ECS: ecs, fargate
Docker Compose: docker compose
k3s
OpenShift
Cloud Run: google cloud run
systemd: systemd units
Virtual machines: =VM, =VMs, ~virtual machine, ec2
# container tool
Docker
Podman
containerd
Buildpacks: ~buildpack
Nix: nixos
# serverless
Serverless functions: serverless, aws lambda, =Lambda, lambdas, faas, cloud functions
# infrastructure as code
Terraform: =TF
OpenTofu: open tofu, tofu
Pulumi
CloudFormation: cloud formation
AWS CDK: =CDK
Ansible
Chef: =Chef
Puppet: =Puppet
Crossplane
Helm: =Helm, helm charts, helm chart
Kustomize
CI system
GitHub Actions: gh actions, github action
GitLab CI: gitlab ci cd, gitlab pipelines
Jenkins
CircleCI: circle ci
Buildkite
Travis CI: travis
TeamCity
Drone: =Drone
AWS CodePipeline: codepipeline, code pipeline
Azure DevOps: azure pipelines
Bamboo: =Bamboo
Argo CD: argocd
Flux: =Flux, fluxcd
# proxy
Nginx: =NGINX
HAProxy: ha proxy
Envoy
Traefik
Caddy: =Caddy
Apache HTTP Server: httpd
Istio
Linkerd
Kong: =Kong
Cloudflare: cloud flare, cloudflare cdn
CloudFront
Fastly
Content delivery network: =CDN, ~content delivery network
# monitoring
Prometheus
Grafana
Datadog: data dog
New Relic: newrelic
OpenTelemetry: otel, open telemetry
Jaeger
Zipkin
Honeycomb
Splunk
Loki: =Loki, grafana loki
CloudWatch: cloud watch
Graylog
# error reporting
Sentry
Rollbar: roll bar
Bugsnag
Airbrake
Raygun
Application Insights
# version control
Git
GitHub: git hub
GitLab: git lab
Bitbucket: bit bucket
Subversion: svn
Mercurial
# feature management
LaunchDarkly: launch darkly
Split.io
Flipper: =Flipper
Optimizely
ConfigCat
Unleash: =Unleash
Flagsmith
# package manager
npm
pnpm
Yarn: =Yarn
Bun: =Bun
Poetry: =Poetry
pip
uv: =uv
Maven
Gradle
Bazel
Nx: =Nx
Turborepo: turbo repo
`;
