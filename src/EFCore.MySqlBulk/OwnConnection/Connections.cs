using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The connections that statements can be sent over.</summary>
/// <param name="Context">The context's own connection.</param>
/// <param name="Own">The operation's further connections, or that of another driver, if it has any: all rows then go over them.</param>
/// <param name="Flights">Flights over the context's connection, if rows go that way.</param>
internal readonly record struct Connections(ContextSession Context, IOwnConnection? Own = null, ContextFlights? Flights = null)
{
    /// <summary>The sent rows, by the connection that holds them.</summary>
    public IReadOnlyList<RowsByConnection> HoldersOf(ReadOnlyMemory<BulkRow> rows)
        => Own is not null ? Own.HoldersOf(rows) : [new(Holder, rows, null)];

    /// <summary>Runs the library's own queries over the context's connection.</summary>
    public IQueryConnection Holder => Flights is not null ? Flights : Context;

    /// <summary>The connection that carries flights.</summary>
    public IFlightCarrier? Carrier => Own as IFlightCarrier ?? Flights;
}
