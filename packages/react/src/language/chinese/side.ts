/** 侧边栏的文字：一轮改了什么，文件看起来怎样。 */
export const chineseSide = {
  side: {
    width: '侧边栏宽度',
  },
  changes: {
    review: '查看更改',
    gone: '已删除',
    takeBack: '撤回此文件',
    takePassage: '撤回此处',
    takeAll: '全部撤回',
    since: '之后又被更改过。请在文件的历史中撤回。',
    none: '这些更改已不复存在。',
    untouched: '还没有调用更改过文件。一旦有，更改会显示在这里。',
    turn: '更改范围',
    all: '整个对话',
  },
}
