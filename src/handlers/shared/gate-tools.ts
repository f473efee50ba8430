/**
 * The tools whose calls gates can count: those of experience, reasoning and workflow. It is a constant because presets
 * are validated by tools of these very toolsets, from which it would be derived; a test keeps it equal to the tools
 * marked `countsForGates`.
 */
export const gateTools: ReadonlySet<string> = new Set([
  'record_experience',
  'search_experiences',
  'get_experience',
  'update_experience',
  'tag_experience',
  'export_experiences',
  'import_data',
  'health_check',
  'analyze_problem',
  'gather_context',
  'reason_through',
  'finalize_decision',
  'get_session_state',
  'check_compliance',
  'verify_compliance',
  'authorize_operation',
  'get_workflow_status',
  'reset_workflow',
  'list_presets',
  'apply_preset',
  'validate_config',
  'get_config',
  'export_config',
  'install_hooks',
  'uninstall_hooks',
]);
