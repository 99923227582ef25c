using Sync;

try
{
    CommandLine asked = CommandLine.Parse(args);
    if (asked.Help)
    {
        Console.WriteLine(CommandLine.Usage);
        return ExitCode.Success;
    }

    return await SyncSample.RunAsync(asked) ? ExitCode.Success : ExitCode.Failure;
}
catch (CommandLineException exception)
{
    Console.Error.WriteLine($"{exception.Message}{Environment.NewLine}{Environment.NewLine}{CommandLine.Usage}");
    return ExitCode.WrongArguments;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Cancelled.");
    return ExitCode.Interrupted;
}
catch (Exception exception) when (ErrorLine.Of(exception) is { } line)
{
    Console.Error.WriteLine(line);
    return ExitCode.Failure;
}
