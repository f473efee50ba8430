import type { Toolset } from '../tool/catalog.ts';
import beginConversation from './begin-conversation.ts';
import deleteConversation from './delete-conversation.ts';
import getConversation from './get-conversation.ts';
import listConversations from './list-conversations.ts';
import conversation from './resource.ts';
import search from './search.ts';
import storeMessage from './store-message.ts';
import storeMessagesBulk from './store-messages-bulk.ts';
import updateConversation from './update-conversation.ts';

const toolset: Toolset = {
  name: 'conversations',
  title: 'Conversations',
  tools: [
    beginConversation,
    storeMessage,
    storeMessagesBulk,
    getConversation,
    listConversations,
    updateConversation,
    deleteConversation,
    search,
  ],
  resources: [conversation],
};

export default toolset;
