using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Web;

/// <summary>The three requests of an import: the page watches it, uploads the file, and may cancel.</summary>
internal static class ImportEndpoints
{
    public const int MaxMegabytes = 200;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    public static void MapImports(this IEndpointRouteBuilder app)
    {
        RouteGroupBuilder import = app.MapGroup("/imports/{id:guid}").AddEndpointFilter<AntiforgeryFilter>();
        import.MapGet("/", Watch);
        import.MapPost("/", UploadAsync).WithMetadata(new RequestSizeLimitAttribute(MaxMegabytes * 1_000_000L));
        import.MapDelete("/", Cancel);
    }

    // The page opens an import by watching it, under an id that it has chosen itself.
    private static ServerSentEventsResult<ImportState> Watch(Guid id, Imports imports, IHostApplicationLifetime host, CancellationToken gone)
        => TypedResults.ServerSentEvents(StatesAsync(id, imports, host.ApplicationStopping, gone));

    private static async IAsyncEnumerable<SseItem<ImportState>> StatesAsync(
        Guid id, Imports imports, CancellationToken stopping, [EnumeratorCancellation] CancellationToken gone)
    {
        if (imports.Open(id) is not { } import)
        {
            yield return Event(ImportState.Busy);
            yield break;
        }

        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stopping, gone);
        try
        {
            yield return Event(ImportState.Ready);
            await foreach (ImportState state in import.StatesAsync(either.Token))
            {
                yield return Event(state);
                await Task.Delay(Pause, either.Token);
            }
        }
        finally
        {
            // A closed page is noticed here at once. Its upload may not show it: while the import waits for the database, nobody reads from the upload.
            await imports.CloseAsync(id, import);
        }
    }

    private static SseItem<ImportState> Event(ImportState state) => new(state, state.Status);

    // The body is the file itself, not a form: nothing buffers it, neither in memory nor on disk.
    private static async Task<Results<JsonHttpResult<ImportState>, NotFound, Conflict>> UploadAsync(
        Guid id, HttpRequest request, Imports imports, CitiesContext context, CancellationToken gone, bool aside = false)
    {
        if (imports.Find(id) is not { } import)
            return TypedResults.NotFound();
        if (!import.TryStart())
            return TypedResults.Conflict();
        ImportState end = await import.RunAsync(context, request.Body, request.ContentLength, aside, gone);
        return TypedResults.Json(end, statusCode: end.Status == ImportState.StatusStored ? StatusCodes.Status200OK : StatusCodes.Status422UnprocessableEntity);
    }

    private static Results<Accepted, NotFound> Cancel(Guid id, Imports imports)
        => imports.Cancel(id) ? TypedResults.Accepted((string?)null) : TypedResults.NotFound();
}
