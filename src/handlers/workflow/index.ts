import type { Toolset } from '../tool/catalog.ts';
import applyPreset from './apply-preset.ts';
import authorizeOperation from './authorize-operation.ts';
import checkCompliance from './check-compliance.ts';
import exportConfig from './export-config.ts';
import getConfig from './get-config.ts';
import getWorkflowStatus from './get-workflow-status.ts';
import installHooks from './install-hooks.ts';
import listPresets from './list-presets.ts';
import resetWorkflow from './reset-workflow.ts';
import uninstallHooks from './uninstall-hooks.ts';
import validateConfig from './validate-config.ts';
import verifyCompliance from './verify-compliance.ts';

const toolset: Toolset = {
  name: 'workflow',
  title: 'Workflow gates',
  tools: [
    checkCompliance,
    verifyCompliance,
    authorizeOperation,
    getWorkflowStatus,
    resetWorkflow,
    listPresets,
    applyPreset,
    validateConfig,
    getConfig,
    exportConfig,
    installHooks,
    uninstallHooks,
  ],
};

export default toolset;
