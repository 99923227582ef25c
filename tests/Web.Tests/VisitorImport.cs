using System.Net.ServerSentEvents;
using System.Text.Json;

namespace Web.Tests;

/// <summary>An import as the page does it: its events are open, then the file is uploaded.</summary>
internal sealed class VisitorImport : IAsyncDisposable
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    private readonly HttpClient _client;
    private readonly string _url;
    private readonly HttpResponseMessage _response;
    private readonly IAsyncEnumerator<SseItem<ImportState>> _events;

    private VisitorImport(HttpClient client, string url, HttpResponseMessage response, Stream events)
    {
        _client = client;
        _url = url;
        _response = response;
        _events = SseParser.Create(events, (_, data) => JsonSerializer.Deserialize<ImportState>(data, Json)!).EnumerateAsync().GetAsyncEnumerator();
    }

    /// <summary>The last reported state.</summary>
    public ImportState Last { get; private set; } = null!;

    public static async Task<VisitorImport> OpenAsync(HttpClient client)
    {
        string url = $"imports/{Guid.NewGuid()}";
        HttpResponseMessage response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead);
        VisitorImport import = new(client, url, response.EnsureSuccessStatusCode(), await response.Content.ReadAsStreamAsync());
        Assert.True(await import.HearAsync());
        return import;
    }

    public HttpRequestMessage Request(HttpContent file) => new(HttpMethod.Post, _url) { Content = file };

    public Task<HttpResponseMessage> UploadAsync(HttpContent file, CancellationToken drop = default) => UploadAsync(file, "", drop);

    public Task<HttpResponseMessage> UploadAsync(HttpContent file, string query, CancellationToken drop) => _client.PostAsync(_url + query, file, drop);

    public Task<HttpResponseMessage> CancelAsync() => _client.DeleteAsync(_url);

    /// <summary>Listens until a certain state is reported.</summary>
    public async Task<ImportState> UntilAsync(Func<ImportState, bool> isIt)
    {
        while (await HearAsync())
        {
            if (isIt(Last))
                return Last;
        }

        throw new InvalidOperationException($"The events ended with {Last}.");
    }

    /// <summary>Listens to the end.</summary>
    public async Task<ImportState> EndAsync()
    {
        while (await HearAsync())
            Assert.Equal(_events.Current.EventType, Last.Status);
        return Last;
    }

    /// <summary>Drops the connection of the events.</summary>
    public ValueTask DisposeAsync()
    {
        _response.Dispose();
        return default;
    }

    private async Task<bool> HearAsync()
    {
        if (!await _events.MoveNextAsync().AsTask().WaitAsync(Patience.Limit))
            return false;
        Last = _events.Current.Data;
        return true;
    }
}
