using System.Collections.Concurrent;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Remembers for a minute the data sources for which pipelining, or another driver's connection, has failed. Trying again in each call could
/// wait for a timeout each time, or lock the account.</summary>
internal sealed class RefusedSources
{
    private const int MaxKept = 1_000;
    private static readonly TimeSpan Holds = TimeSpan.FromMinutes(1);
    private readonly ConcurrentDictionary<string, (string Reason, Exception Failure, DateTime Until)> _refusals = new(StringComparer.Ordinal);

    /// <exception cref="ConnectionUnavailableException">The data source was refused less than a minute ago.</exception>
    public void Check(string dataSource)
    {
        if (_refusals.TryGetValue(dataSource, out (string Reason, Exception Failure, DateTime Until) refusal) && refusal.Until > DateTime.UtcNow)
            throw new ConnectionUnavailableException(refusal.Reason, refusal.Failure);
    }

    /// <summary>Remembers a failure, and returns the exception for it.</summary>
    /// <param name="dataSource">The data source.</param>
    /// <param name="connection">What failed, such as <c>a trial of pipelining</c>.</param>
    /// <param name="failure">The failure.</param>
    public ConnectionUnavailableException Add(string dataSource, string connection, Exception failure)
    {
        string reason = failure is ConnectionUnavailableException ? failure.Message : $"{connection} failed: {failure.Message.TrimEnd('.')}";
        if (_refusals.Count > MaxKept)
            _refusals.Clear();
        _refusals[dataSource] = (reason, failure, DateTime.UtcNow + Holds);
        return new(reason, failure);
    }
}
