using System.Collections.Concurrent;
using System.Globalization;
using System.Text;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters.Soak;

/// <summary>How the calls of a soak ended, by call, and what is not as it was said to be.</summary>
public sealed class SoakLedger
{
    private const string EndedWell = "well";

    private readonly ConcurrentDictionary<(string Call, string End), int> _ends = new();
    private readonly ConcurrentQueue<string> _examples = new();

    public ConcurrentQueue<string> Violations { get; } = new();

    public void Well(string call) => Count(call, EndedWell);

    public void Failed(string call, Exception exception)
    {
        string end = exception is BulkException bulk ? bulk.Outcome.ToString() : exception.GetType().Name;
        Count(call, end);
        if (_examples.Count < 40 && !_examples.Any(known => known.StartsWith($"{call}: {exception.GetType().Name}: {exception.Message[..Math.Min(60, exception.Message.Length)]}", StringComparison.Ordinal)))
            _examples.Enqueue($"{call}: {exception.GetType().Name}: {exception.Message} / {exception.InnerException?.Message}");
    }

    /// <summary>The part of a call's runs that ended without the caller's help.</summary>
    public IReadOnlyDictionary<string, double> PartWell()
        => _ends.GroupBy(end => end.Key.Call).ToDictionary(call => call.Key, call => (double)call.Where(end => end.Key.End == EndedWell).Sum(end => end.Value) / call.Sum(end => end.Value));

    public override string ToString()
    {
        string[] ends = [EndedWell, .. _ends.Keys.Select(key => key.End).Distinct().Where(end => end != EndedWell).Order()];
        StringBuilder table = new();
        table.Append(CultureInfo.InvariantCulture, $"{"call",-28}{string.Concat(ends.Select(end => $"{end,12}"))}{"well, %",10}\n");
        foreach ((string call, double part) in PartWell().OrderBy(call => call.Key))
            table.Append(CultureInfo.InvariantCulture, $"{call,-28}{string.Concat(ends.Select(end => $"{_ends.GetValueOrDefault((call, end)),12}"))}{100 * part,10:0.00}\n");
        foreach (string example in _examples)
            table.Append(CultureInfo.InvariantCulture, $"{example}\n");
        return table.ToString();
    }

    private void Count(string call, string end) => _ends.AddOrUpdate((call, end), 1, (_, count) => count + 1);
}
