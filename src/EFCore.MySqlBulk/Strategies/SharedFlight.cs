using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends the rows of one or several strategies in one flight.</summary>
internal static class SharedFlight
{
    /// <param name="carrier">The connection that carries it.</param>
    /// <param name="strategies">The strategies, each with the rows filled last, in the order in which they are sent.</param>
    /// <param name="first">A statement to send before them; <see langword="null" /> if there is none.</param>
    /// <param name="limits">How much may be in flight; <see langword="null" /> for the usual limits.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns>The outcome of each strategy.</returns>
    public static async ValueTask<StatementOutcome[]> SendAsync(IFlightCarrier carrier, IReadOnlyList<IFlightStrategy> strategies, string? first, FlightLimits? limits, IOBehavior io, CancellationToken token)
    {
        FlightOutcomes[] each = [.. strategies.Select(strategy => strategy.CreateOutcomes())];
        FlightOutcomes all = each is [var only] ? only : new SharedOutcomes(each);
        bool mustWait = false;
        await carrier.FlyAsync(all, new(SendRowsAsync, Prepare), () => Label(strategies), io, token, limits).ConfigureAwait(false);
        return [.. strategies.Select((strategy, i) => strategy.OutcomeOf(each[i]))];

        void Prepare(Flight flight)
        {
            foreach (IFlightStrategy strategy in strategies)
                mustWait |= strategy.Prepare(flight);
        }

        async ValueTask SendRowsAsync(Flight flight)
        {
            if (first is not null)
                flight.Query(first, null, new Answer());
            if (mustWait)
                await flight.PumpAsync().ConfigureAwait(false);
            for (int i = 0; i < each.Length; i++)
            {
                each[i].First = flight.Position;
                await strategies[i].SendRowsAsync(flight).ConfigureAwait(false);
            }
        }
    }

    private static StatementLabel Label(IReadOnlyList<IFlightStrategy> strategies)
    {
        StatementLabel[] labels = [.. strategies.Select(strategy => strategy.Label)];
        return labels is [var only] ? only : new(string.Join("; ", labels.Select(label => label.Name)), labels.Sum(label => label.RowCount), labels.Sum(label => label.Parameters), 0);
    }
}
