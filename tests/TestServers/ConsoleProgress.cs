namespace TestServers;

/// <summary>Progress for callers that do not handle it themselves.</summary>
internal sealed class ConsoleProgress : IProgress<string>
{
    public void Report(string value) => Console.Error.WriteLine(value);
}
