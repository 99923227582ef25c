using System.Security.Cryptography;

namespace EFCore.MySqlBulk.Pipeline.Authentication;

/// <summary>SHA256(password) XOR SHA256(SHA256(SHA256(password)) + scramble), or the password itself if the server has not cached it.</summary>
internal sealed class CachingSha2Password : AuthenticationPlugin
{
    public const string Name = "caching_sha2_password";
    private const byte RequestPublicKey = 2;
    private const byte FastAuthSucceeded = 3;
    private const byte FullAuthNeeded = 4;
    private byte[] _scramble = [];
    private bool _keyRequested;

    public override byte[] Prove(byte[] scramble, Credentials credentials)
    {
        _scramble = scramble.Length > 0 ? scramble : throw new ProtocolException("The server sent no scramble.");
        return Proof(credentials.Password(), scramble);
    }

    public override byte[]? Continue(byte[] data, Credentials credentials)
    {
        if (_keyRequested)
        {
            _keyRequested = false;
            return Encrypt(System.Text.Encoding.ASCII.GetString(data), credentials);
        }

        return data switch
        {
            [FastAuthSucceeded] => null,
            [FullAuthNeeded] => InFull(credentials),
            _ => throw new ProtocolException("The server sent a message that caching_sha2_password does not define."),
        };
    }

    public static byte[] Proof(byte[] password, byte[] scramble)
    {
        if (password.Length == 0)
            return [];
        byte[] once = SHA256.HashData(password);
        byte[] mask = SHA256.HashData([.. SHA256.HashData(once), .. scramble]);
        for (int i = 0; i < once.Length; i++)
            once[i] ^= mask[i];
        return once;
    }

    private byte[] InFull(Credentials credentials)
    {
        if (credentials.IsPrivate)
            return credentials.Password(terminated: true);
        if (credentials.Settings.ServerPublicKeyFile is { } file)
            return Encrypt(File.ReadAllText(file), credentials);
        if (!credentials.Settings.AllowPublicKeyRetrieval)
        {
            throw new PipelineUnsupportedException(
                "The server asks for the password itself, but the connection is not encrypted and AllowPublicKeyRetrieval is off.");
        }

        _keyRequested = true;
        return [RequestPublicKey];
    }

    private byte[] Encrypt(string key, Credentials credentials)
    {
        byte[] password = credentials.Password(terminated: true);
        for (int i = 0; i < password.Length; i++)
            password[i] ^= _scramble[i % _scramble.Length];
        using RSA rsa = RSA.Create();
        try
        {
            rsa.ImportFromPem(key);
            return rsa.Encrypt(password, RSAEncryptionPadding.OaepSHA1);
        }
        catch (Exception e) when (e is ArgumentException or CryptographicException)
        {
            throw new ProtocolException($"The server's public key cannot be used: {e.Message}");
        }
    }
}
