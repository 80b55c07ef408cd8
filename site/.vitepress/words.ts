/** What the frame of the site says in Chinese. */
export const words = {
  description: '让任何语言模型都能调用工具，无论它说哪种方言，扳机始终在用户手里。',
  theme: {
    outline: { level: [2, 3] as [number, number], label: '本页内容' },
    docFooter: { prev: '上一页', next: '下一页' },
    darkModeSwitchLabel: '外观',
    lightModeSwitchTitle: '切换到浅色',
    darkModeSwitchTitle: '切换到深色',
    sidebarMenuLabel: '目录',
    returnToTopLabel: '回到顶部',
    langMenuLabel: '语言',
    notFound: { title: '没有这个页面', quote: '它可能改名了。', linkLabel: '回到首页', linkText: '回到首页' },
  },
  search: {
    button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
    modal: {
      displayDetails: '显示详细列表',
      resetButtonTitle: '清除',
      backButtonTitle: '关闭搜索',
      noResultsText: '没有找到：',
      footer: { selectText: '打开', navigateText: '切换', closeText: '关闭' },
    },
  },
}
