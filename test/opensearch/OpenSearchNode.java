import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One node of an OpenSearch cluster on this machine, until its standard input ends: `OpenSearchNode <folder> <name> <http port>
 * <transport port> <transport ports of all nodes> <names of all nodes>`. Prints `ready` once it answers.
 */
public class OpenSearchNode {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("node.name", args[1]);
      settings.put("http.port", args[2]);
      settings.put("transport.port", args[3]);
      settings.put("network.host", "127.0.0.1");
      String[] hosts = args[4].split(",");
      for (int i = 0; i < hosts.length; i++) hosts[i] = "127.0.0.1:" + hosts[i];
      settings.putList("discovery.seed_hosts", hosts);
      settings.putList("cluster.initial_cluster_manager_nodes", args[5].split(","));
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
      settings.put("cluster.fault_detection.follower_check.interval", "500ms");
      settings.put("cluster.fault_detection.leader_check.interval", "500ms");
      settings.put("node.processors", "2");
    }).build(OpenSearchRunner.newConfigs().clusterName("dewey-test").numOfNode(1).basePath(args[0]).useLogger().disableESLogger());
    System.out.println("ready");
    while (System.in.read() >= 0) { }
    runner.close();
    System.exit(0);
  }
}
