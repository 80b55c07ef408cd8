interface ProgressBarProps {
  readonly label: string
  readonly value: number
  readonly max: number
}

export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress
    max={max}
    value={value}
    aria-label={label}
    className="h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-parley [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-parley"
  />
)
