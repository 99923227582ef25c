namespace Archive;

/// <summary>The exit code of the process.</summary>
internal static class ExitCode
{
    public const int Success = 0;
    public const int Failure = 1;
    public const int WrongArguments = 2;

    /// <summary>128 + SIGINT, as shells expect after Ctrl-C.</summary>
    public const int Interrupted = 130;
}
